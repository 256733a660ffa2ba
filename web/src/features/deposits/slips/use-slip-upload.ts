import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { isHandled } from '../../../platform/failures.ts';
import { upload } from '../../../platform/upload.ts';
import { createKeyKeeper } from '../../../platform/use-once.ts';
import { showToast } from '../../../ui/toast.tsx';
import { type SlipFileProblem, slipFileProblem } from './slip-file.ts';

/** `preview` is an address of the picture inside this page. */
type Chosen = { file: File; preview: string };

export type SlipState =
  | { name: 'none'; problem?: SlipFileProblem }
  | ({ name: 'chosen' } & Chosen)
  | ({ name: 'sending'; share: number } & Chosen)
  /** `isWhole`: all of the picture had left, so it may have arrived. */
  | ({ name: 'failed'; error: unknown; isWhole: boolean } & Chosen)
  | { name: 'sent' };

export type SlipUpload = ReturnType<typeof useSlipUpload>;

/** A slip from the choice of its picture to its arrival; the same picture sent again is the same wish. */
export function useSlipUpload() {
  const { errorText } = useI18n();
  const [keys] = useState(createKeyKeeper);
  const [state, setState] = useState<SlipState>({ name: 'none' });
  const sending = useRef<AbortController | null>(null);
  const inSight = useRef(false);
  const preview = 'preview' in state ? state.preview : null;

  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
  }, [preview]);

  const choose = (file: File | undefined) => {
    if (!file) return;
    const problem = slipFileProblem(file);
    setState(problem ? { name: 'none', problem } : { name: 'chosen', file, preview: URL.createObjectURL(file) });
  };

  const send = async ({ file, preview: address }: Chosen) => {
    if (sending.current) return;
    const controller = new AbortController();
    sending.current = controller;
    const chosen = { file, preview: address };
    setState({ name: 'sending', share: 0, ...chosen });
    let isWhole = false;
    try {
      const wish = { name: file.name, size: file.size, lastModified: file.lastModified };
      const { message } = await keys.send(wish, (idempotencyKey) =>
        upload('POST /api/wallet/slip', {
          file,
          idempotencyKey,
          signal: controller.signal,
          onProgress: (share) => {
            isWhole = share === 1;
            setState({ name: 'sending', share, ...chosen });
          },
        }),
      );
      setState({ name: 'sent' });
      // The place of the slip says it itself.
      if (!inSight.current) showToast({ tone: 'success', text: errorText(new ApiError({ code: message })) });
    } catch (error) {
      if (controller.signal.aborted || isHandled(error)) setState({ name: 'chosen', ...chosen });
      else setState({ name: 'failed', error, isWhole, ...chosen });
    } finally {
      sending.current = null;
    }
  };

  return {
    state,
    /** Whether the member sees the place of the slip. */
    inSight,
    choose,
    send,
    cancel: () => sending.current?.abort(),
    clear: () => setState({ name: 'none' }),
  };
}
