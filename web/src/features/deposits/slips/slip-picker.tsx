import { SLIP_MAX_MB } from '@krapao/contract/deposits/limits.ts';
import ImageUp from 'lucide-react/icons/image-up';
import { type DragEvent, useId } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { IconTile } from '../../../ui/icon-tile.tsx';
import { SLIP_TYPES, type SlipFileProblem } from './slip-file.ts';

type SlipPickerProps = { onChoose: (file: File | undefined) => void; problem: SlipFileProblem | undefined };

/** The browser's own file picker under a place that also takes a picture dropped on it. */
export function SlipPicker({ onChoose, problem }: SlipPickerProps) {
  const { t } = useI18n();
  const id = useId();
  const error = {
    TYPE: t('chat.fileNotSupported'),
    SIZE: t('chat.fileTooLarge', { n: SLIP_MAX_MB }),
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onChoose(event.dataTransfer.files[0]);
  };
  return (
    <>
      <label
        htmlFor={id}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        className="flex cursor-pointer items-center gap-4 rounded-md border border-dashed border-line bg-ink-2/50 px-4 py-4 transition-colors hover:border-text has-focus-visible:border-text has-focus-visible:ring-3 has-focus-visible:ring-text/15"
      >
        <IconTile icon={ImageUp} className="size-12 bg-ink-3 text-text" iconClassName="size-6" />
        <span>
          <span className="block font-semibold">{t('deposit.slip.choose')}</span>
          <span className="block text-small text-muted">{t('deposit.slip.types', { n: SLIP_MAX_MB })}</span>
        </span>
        <input
          id={id}
          type="file"
          accept={SLIP_TYPES}
          onChange={({ target }) => {
            onChoose(target.files?.[0]);
            // The same file may be chosen again after it was refused.
            target.value = '';
          }}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          className="sr-only"
        />
      </label>
      <FieldError of={id} text={problem && error[problem]} />
    </>
  );
}
