import LogOut from 'lucide-react/icons/log-out';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Brand } from '../../../ui/brand.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LanguageSelect } from '../../../ui/language-select.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useWaiting } from './desk.queries.ts';
import { deskName } from './desk-session.ts';

type DeskHeaderProps = {
  /** On a phone an open chat room needs the space; the page keeps its name. */
  isHidden: boolean;
  isConnected: boolean;
  onSignOut: () => void;
};

export function DeskHeader({ isHidden, isConnected, onSignOut }: DeskHeaderProps) {
  const { t } = useI18n();
  const waiting = useWaiting();
  const title = t('desk.title');
  return (
    <header
      className={classNames(
        isHidden ? 'sr-only' : 'flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 pb-2 lg:gap-x-4 lg:px-6 lg:py-4',
      )}
    >
      {!isHidden && <Brand to="/desk" />}
      <div className="order-last flex w-full flex-wrap items-center gap-x-2.5 gap-y-1 lg:order-none lg:w-auto lg:border-l lg:border-ink-3 lg:pl-4">
        <PageHeading title={waiting ? `(${waiting}) ${title}` : title} className="text-lead font-bold lg:text-title">
          {title}
        </PageHeading>
        {waiting && <Chip tone="info">{t('desk.waiting', { n: waiting })}</Chip>}
        <span role="status">
          {!isConnected && (
            <span className="flex items-center gap-1.5 text-small text-muted">
              <RefreshCw aria-hidden="true" className="size-4 animate-turn" />
              {t('chat.reconnecting')}
            </span>
          )}
        </span>
      </div>
      {!isHidden && (
        <div className="ml-auto flex min-w-0 items-center gap-2 lg:gap-3">
          <p className="hidden max-w-56 truncate text-small text-muted lg:block">
            {t('desk.signedInAs', { name: deskName() })}
          </p>
          <LanguageSelect />
          <IconButton look="bare" icon={LogOut} label={t('menu.logOut')} onClick={onSignOut} />
        </div>
      )}
    </header>
  );
}
