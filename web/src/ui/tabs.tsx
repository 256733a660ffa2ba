import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type TabsProps<V extends string> = {
  label: string;
  tabs: readonly { value: V; label: string; panel: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
};

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Two to four views in one place; the arrow keys go from one to the next. A single one needs no tab to be found. */
export function Tabs<V extends string>({ label, tabs, value, onChange }: TabsProps<V>) {
  const id = useId();
  const chosen = tabs.findIndex((tab) => tab.value === value);
  const panel = tabs[chosen]?.panel;
  if (tabs.length < 2) return panel;

  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = STEPS[event.key]?.(chosen, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    document.getElementById(`${id}-${tab.value}`)?.focus();
  };

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={step}
        className="relative isolate flex rounded-md bg-ink-0 p-1"
      >
        <span
          aria-hidden="true"
          className="absolute inset-y-1 left-1 -z-1 rounded-[14px] border-[1.5px] border-line bg-ink-3 transition-[translate] duration-200 ease-out"
          style={{ width: `calc((100% - 0.5rem) / ${tabs.length})`, translate: `${chosen * 100}%` }}
        />
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={classNames(
              'min-h-11 flex-1 basis-0 rounded-[10px] px-1.5 text-small font-semibold transition-colors',
              tab.value === value ? 'text-text' : 'text-muted hover:text-text',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div key={value} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="mt-5">
        {panel}
      </div>
    </>
  );
}
