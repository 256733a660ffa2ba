import Download from 'lucide-react/icons/download';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useRegainedFocus } from '../../../ui/use-regained-focus.ts';
import type { StatementFilter } from './statement-filter.ts';
import { useExport } from './use-export.ts';

type ExportButtonProps = { filter: StatementFilter; results: boolean; isEmpty: boolean };

/** The lines of the filter as a file; a long list takes a while and can be called off. */
export function ExportButton({ filter, results, isEmpty }: ExportButtonProps) {
  const { t } = useI18n();
  const { reading, start, cancel } = useExport(filter, results);
  const button = useRegainedFocus<HTMLButtonElement>(reading ? 'reading' : 'idle');
  if (!reading) {
    return (
      <Button
        ref={button}
        variant="plain"
        size="s"
        aria-label={t('statement.export')}
        disabled={isEmpty}
        onClick={() => void start()}
      >
        <Download aria-hidden="true" className="size-4.5" />
        <span className="lg:hidden">CSV</span>
        <span className="hidden lg:inline">{t('statement.export')}</span>
      </Button>
    );
  }
  const { done, of } = reading;
  const progress = { done: done.toLocaleString('en-US'), of: of.toLocaleString('en-US') };
  return (
    <div className="flex items-center gap-3">
      <div className="w-36">
        <p className="figures mb-1 text-tiny text-muted">{t('statement.exporting', progress)}</p>
        <ProgressBar label={t('statement.exporting', progress)} share={of > 0 ? done / of : 0} />
      </div>
      <Button ref={button} variant="plain" size="s" onClick={cancel}>
        {t('action.cancel')}
      </Button>
    </div>
  );
}
