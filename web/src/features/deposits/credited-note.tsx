import Zap from 'lucide-react/icons/zap';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';

/** How soon a deposit is credited; shown under every way to deposit. */
export function CreditedNote({ children }: { children?: ReactNode }) {
  const { t } = useI18n();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-center text-small text-muted">
      <Zap aria-hidden="true" className="size-4 text-in" />
      {t('deposit.credited')}
      {children && <span className="basis-full">{children}</span>}
    </p>
  );
}
