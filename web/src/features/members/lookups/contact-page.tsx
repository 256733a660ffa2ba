import CirclePlay from 'lucide-react/icons/circle-play';
import ExternalLink from 'lucide-react/icons/external-link';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useEffect } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { askForChat, openChat, useChatDoor } from '../../../messaging/chat-door.ts';
import type { Reply } from '../../../platform/api.ts';
import { Link } from '../../../platform/link.tsx';
import { currentToken } from '../../../platform/session.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loading, Skeleton, SkeletonStack } from '../../../ui/loader.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { useContact } from './lookups.queries.ts';

type Contact = Reply<'GET /api/lookup/contact'>;

export default function ContactPage() {
  const { t, locale, errorText } = useI18n();
  const { data, error, refetch, isFetching } = useContact(locale);
  useEffect(askForChat, []);
  return (
    <div className="w-full max-w-3xl lg:max-w-none">
      <PageHeading title={t('contact.title')} />
      <Card className="mt-4 lg:p-8">
        {data && <ContactCard contact={data} />}
        {!data && error && <RetryPanel text={errorText(error)} onRetry={() => void refetch()} pending={isFetching} />}
        {!data && !error && <ContactSkeleton />}
      </Card>
      {(data || error) && (
        <p className="figures mt-4 text-center text-tiny text-muted">
          {t('contact.version', { version: import.meta.env.PRODUCT_VERSION })}
        </p>
      )}
    </div>
  );
}

function ContactCard({ contact }: { contact: Contact }) {
  const { t } = useI18n();
  const { contactText, lineLink, lineName, lineQR } = contact;
  return (
    <div className="grid justify-items-center gap-6 text-center sm:grid-cols-[auto_1fr] sm:items-start sm:gap-8 sm:justify-items-start sm:text-left">
      {/* A phone cannot scan its own screen: there the code, for another one, comes last. */}
      <div className="rounded-lg bg-paper p-4 max-sm:order-last">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(lineQR)}`}
          alt={t('contact.qr', { name: lineName })}
          className="size-44"
        />
      </div>
      <div className="grid w-full justify-items-center gap-3 sm:justify-items-start">
        <p className="text-lead font-bold">{lineName}</p>
        <p className="whitespace-pre-line">{contactText}</p>
        <p className="text-small text-muted">{t('contact.scan')}</p>
        <div className="grid w-full gap-3 sm:flex sm:flex-wrap">
          {/^https:\/\//.test(lineLink) && (
            <a href={lineLink} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'gold' })}>
              {t('contact.open')}
              <ExternalLink aria-hidden="true" className="size-4.5" />
            </a>
          )}
          <ChatButton />
          {currentToken() !== null && (
            <Link to="/user/howto" className={buttonClass({ variant: 'plain' })}>
              <CirclePlay aria-hidden="true" className="size-4.5" />
              {t('menu.howTo')}
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}

function ChatButton() {
  const { t } = useI18n();
  const { isThere } = useChatDoor();
  if (!isThere) return null;
  return (
    <Button variant="plain" onClick={openChat}>
      <MessageCircle aria-hidden="true" className="size-4.5" />
      {t('chat.start')}
    </Button>
  );
}

function ContactSkeleton() {
  return (
    <Loading className="grid justify-items-center gap-6 sm:grid-cols-[auto_1fr] sm:items-start sm:gap-8 sm:justify-items-start">
      <Skeleton className="size-52 max-sm:order-last" />
      <SkeletonStack className="gap-3" sizes={['h-6 w-32', 'h-5 w-56', 'h-12 w-40']} />
    </Loading>
  );
}
