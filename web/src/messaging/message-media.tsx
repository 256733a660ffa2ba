import FileDown from 'lucide-react/icons/file-down';
import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { inAppBrowser } from '../platform/in-app-browser.ts';
import { Dialog } from '../ui/dialog.tsx';
import { safeSource } from './safe-link.ts';

type ChatMedia = { url: string; fileType: 'image' | 'video' | 'file'; name: string };

type MediaProps = { media: ChatMedia; onBroken?: () => void };

/** The box has its size before anything has arrived, so that nothing jumps when it has. */
const BOX = 'block aspect-[4/3] w-60 max-w-full overflow-hidden rounded-md border border-ink-3 bg-ink-2';

export function MessageMedia({ media, onBroken }: MediaProps) {
  const { t } = useI18n();
  const source = safeSource(media.url);
  const [brokenSource, setBrokenSource] = useState<string | null>(null);
  const fail = () => {
    setBrokenSource(source);
    onBroken?.();
  };
  if (media.fileType === 'file') return <FileLink name={media.name} source={source} />;
  if (source === null || source === brokenSource) {
    return (
      <span className={`${BOX} grid place-items-center`}>
        <span className="grid justify-items-center gap-1.5 px-3 text-center text-tiny text-muted">
          <ImageOff aria-hidden="true" className="size-6" />
          {t('chat.mediaGone')}
        </span>
      </span>
    );
  }
  if (media.fileType === 'video') {
    return (
      <video
        src={source}
        controls
        playsInline
        preload="metadata"
        aria-label={media.name}
        onError={fail}
        className={BOX}
      >
        {/* What people film with a phone has no captions. */}
        <track kind="captions" />
      </video>
    );
  }
  return <Picture source={source} name={media.name} onError={fail} />;
}

function Picture({ source, name, onError }: { source: string; name: string; onError: () => void }) {
  const { t } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} aria-label={t('chat.openImage', { name })} className={BOX}>
        <img src={source} alt="" loading="lazy" onError={onError} className="size-full object-cover" />
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={t('chat.image')} description={name} readFirst wide>
        <img src={source} alt={name} onError={onError} className="mx-auto max-h-[70dvh] rounded-md object-contain" />
      </Dialog>
    </>
  );
}

function FileLink({ name, source }: { name: string; source: string | null }) {
  const look = 'flex w-fit max-w-full items-center gap-3 rounded-md border border-ink-3 bg-ink-2 px-3.5 py-2.5';
  const content = (
    <>
      <FileDown aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 text-small font-semibold wrap-anywhere">{name}</span>
    </>
  );
  // The browser of another app would show the file in place of the page, or nothing.
  if (source === null || inAppBrowser()) return <span className={look}>{content}</span>;
  return (
    <a href={source} download={name} className={`${look} transition-colors hover:bg-ink-3`}>
      {content}
    </a>
  );
}
