import CirclePlay from 'lucide-react/icons/circle-play';
import House from 'lucide-react/icons/house';
import Phone from 'lucide-react/icons/phone';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { logOut } from '../features/members/account/sign-in.ts';
import { ChatPlace } from '../features/support/chat/chat-place.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { usePlace } from '../platform/place.tsx';
import { fetchedPart } from '../platform/preload.ts';
import { currentToken } from '../platform/session.ts';
import { Brand } from '../ui/brand.tsx';
import { classNames } from '../ui/class-names.ts';
import { LanguageSelect } from '../ui/language-select.tsx';
import { OfflineHint } from '../ui/offline-hint.tsx';
import { Menu } from './menu.tsx';
import { BESIDE, PUBLIC_COLUMN, PUBLIC_HEADER } from './public-column.ts';
import { MAIN_ID, SkipLink } from './skip-link.tsx';
import { WayOut } from './way-out.tsx';

const Trust = fetchedPart(() => import('./trust.tsx'));
/** A phone has room for it where nothing else is to be done. */
const TRUST_AT: Record<string, string> = { '/login': '', '/register': 'max-lg:hidden', '/reset': 'max-lg:hidden' };

/** Coming here while signed in signs out; signing in while here does not, hence the look at the first render only. */
function useSignedOut(): boolean {
  const [signedOut, setSignedOut] = useState(() => currentToken() === null);
  useEffect(() => {
    if (signedOut) return;
    logOut();
    setSignedOut(true);
  }, [signedOut]);
  return signedOut;
}

export function PublicShell({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  // A wizard's buttons are where a phone's menu would lie: there the menu waits at the end of the page.
  const { pathname } = usePlace();
  const isWizard = pathname === '/register';
  const trustClass = TRUST_AT[pathname];
  if (!useSignedOut()) return null;
  return (
    <div data-menu-at-end={isWizard} className="page-glow group/shell relative flex min-h-dvh flex-col">
      <SkipLink />
      <header className={PUBLIC_HEADER}>
        <Brand to="/login" />
        <div className="lg:ml-auto">
          <Menu
            wide="row"
            atEnd={isWizard}
            entries={[
              { label: t('menu.home'), icon: House, to: '/login' },
              { label: t('menu.register'), icon: UserPlus, to: '/register' },
              { label: t('menu.howTo'), icon: CirclePlay, to: '/howto' },
              { label: t('menu.contact'), icon: Phone, to: '/contact' },
            ]}
          />
        </div>
        <LanguageSelect className="ml-auto lg:ml-0" />
      </header>
      <OfflineHint />
      <noscript>
        <p className="mx-4 mt-3 rounded-md border border-info/25 bg-info/10 px-4 py-2.5 text-center text-small">
          {t('state.noScript')}
        </p>
      </noscript>
      <main id={MAIN_ID} tabIndex={-1} className={classNames(PUBLIC_COLUMN, 'flex-1 pb-28 lg:pb-24')}>
        <div className={classNames(trustClass !== undefined && BESIDE)}>
          <div>{children}</div>
          {trustClass !== undefined && (
            <Suspense>
              <Trust className={trustClass} />
            </Suspense>
          )}
        </div>
        <WayOut />
      </main>
      <ChatPlace signedIn={false} />
    </div>
  );
}
