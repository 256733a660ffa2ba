import { BankMark } from '../../../wallet/bank-mark.tsx';

export function TrueHeading({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="flex items-center gap-3">
      <BankMark code="TRUE" />
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-small text-muted">{hint}</p>
      </div>
    </div>
  );
}
