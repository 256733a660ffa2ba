import { SLIP_MAX_MB } from '@krapao/contract/deposits/limits.ts';
import ImageUp from 'lucide-react/icons/image-up';
import { type DragEvent, useId } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FieldError } from '../../../ui/field.tsx';
import { SLIP_TYPES, type SlipFileProblem } from './slip-file.ts';

type SlipPickerProps = {
  onChoose: (file: File | undefined) => void;
  problem: SlipFileProblem | undefined;
  isNext: boolean;
};

/** The browser's own file picker under a place that also takes a picture dropped on it. */
export function SlipPicker({ onChoose, problem, isNext }: SlipPickerProps) {
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
        className={classNames(
          buttonClass({ variant: isNext ? 'gold' : 'plain', block: true }),
          'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-text',
        )}
      >
        <ImageUp aria-hidden="true" className="size-5 shrink-0" />
        {t('deposit.slip.choose')}
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
