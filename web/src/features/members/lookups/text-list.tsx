/** Numbered texts of the service, as conditions and agreements are. */
export function TextList({ texts }: { texts: readonly string[] }) {
  return (
    <ol className="grid gap-4">
      {texts.map((text, index) => (
        <li key={text} className="flex gap-3">
          <span
            aria-hidden="true"
            className="figures grid size-7 shrink-0 place-items-center rounded-full bg-gold/12 text-small font-bold text-gold"
          >
            {index + 1}
          </span>
          <span className="pt-0.5 whitespace-pre-line">{text}</span>
        </li>
      ))}
    </ol>
  );
}
