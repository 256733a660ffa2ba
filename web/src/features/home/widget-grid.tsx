import type { LucideIcon } from 'lucide-react';
import type { MessageKey } from '../../i18n/dictionary.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { classNames } from '../../ui/class-names.ts';

export type Widget = {
  label: Extract<MessageKey, `home.${string}`>;
  icon: LucideIcon;
  tint: 'text-in' | 'text-out' | 'text-info' | 'text-gold';
  onSelect: () => void;
  isBusy?: boolean;
};

/** What a member can do from here, under the thumb: three in a row, and a last row of two is shared by the two. */
export function WidgetGrid({ widgets }: { widgets: readonly Widget[] }) {
  return (
    <ul className="flex flex-wrap gap-2.5 lg:flex-nowrap lg:gap-4">
      {widgets.map((widget) => (
        <li key={widget.label} className="min-w-0 flex-[1_0_30%] lg:flex-1">
          <WidgetButton widget={widget} />
        </li>
      ))}
    </ul>
  );
}

function WidgetButton({ widget: { label, icon: Icon, tint, onSelect, isBusy = false } }: { widget: Widget }) {
  const { t } = useI18n();
  return (
    <button
      type="button"
      onClick={onSelect}
      disabled={isBusy}
      className="surface group flex size-full flex-col items-center gap-2 rounded-[18px] px-2 pt-3.5 pb-3 text-small font-semibold transition-[border-color,scale] duration-150 hover:border-ink-4 active:scale-[0.98]"
    >
      <span className={classNames('relative grid size-10 place-items-center', tint)}>
        <span className="absolute inset-0 rounded-control bg-current opacity-15 transition-opacity group-hover:opacity-25" />
        <Icon aria-hidden="true" className={classNames('size-5', isBusy && 'animate-turn')} />
      </span>
      <span className="text-center text-balance">{t(label)}</span>
    </button>
  );
}
