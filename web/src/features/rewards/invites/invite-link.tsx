import Share2 from 'lucide-react/icons/share-2';
import { useI18n } from '../../../i18n/i18n.tsx';
import { siteName } from '../../../platform/edition.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Skeleton } from '../../../ui/loader.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useQrPicture } from './invites.queries.ts';

/** Three ways to pass the link on: scan it, copy it, or share it by the phone's own sheet. */
export function InviteLink({ link, open }: { link: string; open: boolean }) {
  const { t } = useI18n();
  const { data: picture, isError } = useQrPicture(link, open);
  return (
    <section aria-label={t('invite.link')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* If the picture cannot be drawn, copying and sharing remain. */}
      {!isError && (
        <figure className="grid justify-items-center gap-2.5">
          <div className="size-48 rounded-md bg-paper p-5 shadow-card">
            {picture ? (
              <img src={picture} alt={t('invite.qr')} className="size-full" />
            ) : (
              <Skeleton className="size-full bg-ink-3/20" />
            )}
          </div>
          <figcaption className="text-small text-muted">{t('invite.scan')}</figcaption>
        </figure>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <p className="text-small font-semibold text-muted">{t('invite.link')}</p>
        <div className="flex items-center gap-2 rounded-control border border-ink-3 bg-ink-2 py-2 pr-2 pl-4">
          <p className="min-w-0 flex-1 text-small font-semibold [overflow-wrap:anywhere] select-all">{link}</p>
          <CopyButton text={link} what={t('invite.link')} />
        </div>
      </div>
      {'share' in navigator && <ShareButton link={link} />}
    </section>
  );
}

function ShareButton({ link }: { link: string }) {
  const { t } = useI18n();
  const share = async () => {
    try {
      await navigator.share({ title: siteName, text: t('invite.shareText', { name: siteName }), url: link });
    } catch (failure) {
      const isDismissed = failure instanceof DOMException && failure.name === 'AbortError';
      if (!isDismissed) showToast({ tone: 'error', text: t('invite.shareFailed') });
    }
  };
  return (
    <Button variant="gold" block onClick={share}>
      <Share2 aria-hidden="true" className="size-5" />
      {t('invite.share')}
    </Button>
  );
}
