import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { attachmentOf } from '../../../messaging/attachment.ts';
import { sizeText } from '../../../platform/size-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

/** The chosen file before it is sent, while it can still be removed. */
export function AttachmentPreview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useI18n();
  const address = useAddress(file);
  const label = t('chat.preview', { name: file.name });
  const look = 'size-16 shrink-0 rounded-sm bg-ink-0 object-cover';
  return (
    <div className="mb-2.5 flex items-center gap-3 rounded-md border border-ink-3 bg-ink-2 p-2">
      {address && attachmentOf(file)?.fileType === 'image' && <img src={address} alt={label} className={look} />}
      {address && attachmentOf(file)?.fileType === 'video' && (
        <video src={address} muted playsInline preload="metadata" aria-label={label} className={look} />
      )}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-small font-semibold wrap-anywhere">{file.name}</p>
        <p className="figures text-tiny text-muted">{sizeText(file.size)}</p>
      </div>
      <IconButton look="bare" icon={X} label={t('action.remove')} onClick={onRemove} />
    </div>
  );
}

/** An address of the file inside this page, as long as it is shown. */
function useAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
