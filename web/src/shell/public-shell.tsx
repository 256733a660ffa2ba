import CirclePlay from 'lucide-react/icons/circle-play';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ReactNode, useEffect, useState } from 'react';
import { ChatPlace } from '../features/support/chat/chat-place.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { usePlace } from '../platform/place.tsx';
import { currentToken, endSession } from '../platform/session.ts';
import { Brand } from '../ui/brand.tsx';
import { LanguageSelect } from '../ui/language-select.tsx';
import { OfflineHint } from '../ui/offline-hint.tsx';
import { Menu } from './menu.tsx';
import { MAIN_ID, SkipLink } from './skip-link.tsx';
import { WayOut } from './way-out.tsx';

/** Coming here while signed in signs out; signing in while here does not, hence the look at the first render only. */
function useSignedOut(): boolean {
  const [signedOut, setSignedOut] = useState(() => currentToken() === null);
  useEffect(() => {
    if (signedOut) return;
    endSession();
    setSignedOut(true);
  }, [signedOut]);
  return signedOut;
}

export function PublicShell({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  // A wizard's buttons are where a phone's menu would lie: there the menu waits at the end of the page.
  const isWizard = usePlace().pathname === '/register';
  if (!useSignedOut()) return null;
  return (
    <div className="page-glow relative flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-6xl items-center gap-6 px-4 py-3 lg:px-8 lg:py-6">
        <Brand to="/login" />
        <div className="lg:ml-auto">
          <Menu
            wide="row"
            atEnd={isWizard}
            entries={[
              { label: t('menu.home'), icon: House, to: '/login' },
              { label: t('menu.register'), icon: UserPlus, to: '/register' },
              { label: t('menu.howTo'), icon: CirclePlay, to: '/howto' },
              { label: t('menu.contact'), icon: MessageCircle, to: '/contact' },
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
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 pb-44 lg:px-8 lg:pb-24"
      >
        {children}
        <WayOut />
      </main>
      <ChatPlace signedIn={false} />
    </div>
  );
}
