import House from 'lucide-react/icons/house';
import LogOut from 'lucide-react/icons/log-out';
import Phone from 'lucide-react/icons/phone';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Scale from 'lucide-react/icons/scale';
import UserRound from 'lucide-react/icons/user-round';
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { logOut } from '../features/members/account/sign-in.ts';
import { MovementHost } from '../features/money/movements/movement-host.tsx';
import { ChatPlace } from '../features/support/chat/chat-place.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useChatDoor } from '../messaging/chat-door.ts';
import { loginUrl } from '../platform/intended-url.ts';
import { goTo } from '../platform/navigation.ts';
import { Redirect, usePlace } from '../platform/place.tsx';
import { type Preloadable, usePreload, usePreloadAlways } from '../platform/preload.ts';
import { currentToken } from '../platform/session.ts';
import { loadWithQueries, withQueries } from '../platform/with-queries.tsx';
import { Brand } from '../ui/brand.tsx';
import { classNames } from '../ui/class-names.ts';
import { fetchedDialog } from '../ui/fetched-dialog.ts';
import { LanguageSelect } from '../ui/language-select.tsx';
import { NamedButton } from '../ui/named-button.tsx';
import { OfflineHint } from '../ui/offline-hint.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { useAlive } from '../ui/use-alive.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Menu } from './menu.tsx';
import { MAIN_ID, SkipLink } from './skip-link.tsx';
import { WayOut } from './way-out.tsx';

const ConditionsDialog = fetchedDialog(
  loadWithQueries(() => import('../features/members/lookups/conditions-dialog.tsx')),
);
const MemberName = withQueries(() => import('./member-name.tsx'));
const MemberWatch = withQueries(() => import('./member-watch.tsx'));
const StandstillHint = withQueries(() => import('./standstill-hint.tsx'));
const OWN_PARTS = [ConditionsDialog];
/** A toast may have to say that the network has gone. */
const TOASTS = [ToastHost];

type MemberShellProps = { screens: readonly Preloadable[]; children: ReactNode };

const never = () => () => undefined;

/** Read at every render. A page that is rendered at build is painted as for a member: it has no figure of anybody. */
function useIsMember(): boolean {
  return useSyncExternalStore(
    never,
    () => currentToken() !== null,
    () => true,
  );
}

/**
 * Without a stored token nothing below is rendered, and no call is made. Until the page's script has come no button or field
 * can be used, which would do nothing; a link leads on by itself.
 */
export function MemberShell({ screens, children }: MemberShellProps) {
  const { pathname, search } = usePlace();
  const isAlive = useAlive();
  if (!useIsMember()) return <Redirect to={loginUrl(pathname + search)} />;
  return (
    <fieldset role="presentation" disabled={!isAlive} className="contents">
      <SignedInShell screens={screens}>{children}</SignedInShell>
      {isAlive && (
        <Suspense>
          <MemberWatch />
        </Suspense>
      )}
    </fieldset>
  );
}

function Hints() {
  return (
    <>
      <OfflineHint />
      <Suspense>
        <StandstillHint />
      </Suspense>
    </>
  );
}

function SignedInShell({ screens, children }: MemberShellProps) {
  const { t } = useI18n();
  const { pathname } = usePlace();
  const [conditionsOpen, setConditionsOpen] = useState(false);
  const isChatOpen = useChatDoor().isOpen;
  usePreloadAlways(TOASTS);
  usePreload(OWN_PARTS);
  usePreload(screens);

  const leave = () => {
    goTo('/login', { replace: true });
    logOut();
  };

  return (
    <div className="page-glow min-h-dvh md:pl-22 lg:pl-58">
      <SkipLink />
      <header className="flex h-14.5 items-center gap-1 px-5 pt-1 max-[22.4rem]:h-13 max-[22.4rem]:px-4 max-[22.4rem]:pt-0 md:h-16 md:px-8 lg:fixed lg:inset-y-0 lg:left-0 lg:h-auto lg:w-58 lg:flex-col lg:items-stretch lg:gap-5 lg:px-4 lg:py-6">
        <div className="mr-auto min-w-0 lg:mr-0 lg:px-3.5">
          <Brand to="/user/home" size="s" />
          <Suspense>
            <MemberName />
          </Suspense>
        </div>
        <Menu
          wide="rail"
          entries={[
            { label: t('menu.home'), icon: House, to: '/user/home', within: ['/user/bonus', '/user/spin'] },
            {
              label: t('menu.statement'),
              short: t('menu.statementShort'),
              icon: ReceiptText,
              to: '/user/statement',
            },
            { label: t('menu.conditions'), icon: Scale, onSelect: () => setConditionsOpen(true) },
            { label: t('menu.contact'), icon: Phone, to: '/user/contact', within: ['/user/howto'] },
            { label: t('menu.profile'), icon: UserRound, to: '/user/profile' },
          ]}
        />
        <ChatPlace signedIn />
        <LanguageSelect className="lg:mt-auto lg:px-3.5 lg:text-base" />
        <NamedButton
          label={t('menu.logOut')}
          onClick={leave}
          className="flex size-11 items-center justify-center gap-3 rounded-control text-muted transition-colors hover:text-text lg:size-auto lg:min-h-12 lg:justify-start lg:px-3.5 lg:hover:text-text"
        >
          <LogOut aria-hidden="true" className="size-5" />
          <span className="hidden lg:inline">{t('menu.logOut')}</span>
        </NamedButton>
      </header>
      <Hints />
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className={classNames(
          'mx-auto px-4 pb-28 md:px-8 lg:pb-24 xl:max-w-[76.5rem] min-[112rem]:max-w-[94rem]',
          // Home has a column there; elsewhere the page makes room, so that what is asked about stays in sight.
          isChatOpen && pathname !== '/user/home' && 'xl:pr-[26.5rem]',
        )}
      >
        <ErrorBoundary at={pathname}>{children}</ErrorBoundary>
        <WayOut />
      </main>
      <MovementHost />
      <ConditionsDialog open={conditionsOpen} onClose={() => setConditionsOpen(false)} />
    </div>
  );
}
