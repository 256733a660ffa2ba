import { classNames } from './class-names.ts';

const LOOKS = {
  /** Long texts, which may have lines of their own. */
  text: {
    list: 'gap-4',
    item: '',
    number: 'size-7 bg-ink-3 text-small',
    text: 'whitespace-pre-line',
  },
  /** Steps of a sentence each. */
  step: {
    list: 'gap-2.5',
    item: 'text-small',
    number: 'size-6 bg-ink-3 text-tiny',
    text: 'text-pretty',
  },
} as const;

type NumberedListProps = { texts: readonly string[]; look: keyof typeof LOOKS };

export function NumberedList({ texts, look }: NumberedListProps) {
  const { list, item, number, text: textClass } = LOOKS[look];
  return (
    <ol className={classNames('grid', list)}>
      {texts.map((text, at) => (
        <li key={text} className={classNames('flex gap-3', item)}>
          <span
            aria-hidden="true"
            className={classNames('figures grid shrink-0 place-items-center rounded-full font-bold text-text', number)}
          >
            {at + 1}
          </span>
          <span className={classNames('pt-0.5', textClass)}>{text}</span>
        </li>
      ))}
    </ol>
  );
}
