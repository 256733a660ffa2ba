import { classNames } from './class-names.ts';

/** How far a wizard has come; `label` says it in words ("Step 2 of 4"). */
export function StepperBar({ step, steps, label }: { step: number; steps: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-valuemin={1}
      aria-valuemax={steps}
      aria-valuenow={step}
      aria-valuetext={label}
      aria-label={label}
      className="flex gap-1.5"
    >
      {Array.from({ length: steps }, (_, index) => index + 1).map((place) => (
        <span
          key={place}
          className={classNames(
            'h-[5px] flex-1 rounded-full transition-colors duration-300',
            place < step && 'bg-text',
            place === step && 'bg-linear-to-r from-gold to-gold-light',
            place > step && 'bg-ink-3',
          )}
        />
      ))}
    </div>
  );
}
