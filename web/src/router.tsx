import { type ComponentType, lazy, StrictMode, Suspense, useEffect } from 'react';
import { loadTexts } from './i18n/dictionary.ts';
import { chosenLocale, I18nProvider, type Language } from './i18n/i18n.tsx';
import { callAhead } from './platform/api.ts';
import { Redirect, usePlace } from './platform/place.tsx';
import { type Preloadable, preloadable, usePreload } from './platform/preload.ts';
import { currentToken } from './platform/session.ts';
import { withQueries } from './platform/with-queries.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { PublicShell } from './shell/public-shell.tsx';
import { Loader } from './ui/loader.tsx';
import { ToastHost } from './ui/toast.tsx';

/** The members' shell and every screen are chunks of their own. */
const loadMemberShell = async () => {
  const [{ MemberShell }] = await Promise.all([
    import('./shell/member-shell.tsx'),
    loadTexts('member', chosenLocale()),
  ]);
  return { default: MemberShell };
};
const MemberShell = preloadable(lazy(loadMemberShell), loadMemberShell);
const loadLogin = () => import('./features/members/account/login-page.tsx');
const LoginPage = preloadable(lazy(loadLogin), loadLogin);
const RegisterPage = withQueries(() => import('./features/members/register/register-page.tsx'));
const loadReset = () => import('./features/members/reset/reset-page.tsx');
const ResetPage = preloadable(lazy(loadReset), loadReset);
const loadHowto = () => import('./features/howto/howto-page.tsx');
const HowtoPage = preloadable(lazy(loadHowto), loadHowto);
const ContactPage = withQueries(() => import('./features/members/lookups/contact-page.tsx'));
const HomePage = withQueries(() => import('./features/home/home-page.tsx'));
const ProfilePage = withQueries(() => import('./features/members/account/profile-page.tsx'));
const BonusPage = withQueries(() => import('./features/rewards/bonus-page.tsx'));
const SpinPage = withQueries(() => import('./features/rewards/spin-wheel/spin-page.tsx'));
const DepositSheet = withQueries(() => import('./features/deposits/deposit-sheet.tsx'));
const StatementPage = withQueries(() => import('./features/money/statement/statement-page.tsx'));
const loadDesk = async () => {
  const texts = [loadTexts('member', chosenLocale()), loadTexts('desk', chosenLocale())];
  const [page] = await Promise.all([import('./features/support/desk/desk-page.tsx'), ...texts]);
  return page;
};
const DeskPage = preloadable(lazy(loadDesk), loadDesk);
const loadTerminated = () => import('./shell/terminated-page.tsx');
const TerminatedPage = preloadable(lazy(loadTerminated), loadTerminated);
const NotFoundPage = lazy(() => import('./shell/not-found-page.tsx'));

const AFTER_LOGIN = [MemberShell];

type Page = ComponentType & Preloadable;

const PUBLIC_PAGES: Record<string, Page> = {
  '/login': preloadable(LoginScreen, LoginPage.preload),
  '/register': RegisterPage,
  '/reset': ResetPage,
  '/howto': HowtoPage,
  '/contact': ContactPage,
};
const MEMBER_PAGES: Record<string, Page> = {
  '/user': preloadable(LedHome, HomePage.preload),
  '/user/home': HomePage,
  '/user/profile': ProfilePage,
  '/user/bonus': BonusPage,
  '/user/statement': StatementPage,
  '/user/spin': preloadable(SpinScreen, SpinPage.preload),
  '/user/howto': withOffset(HowtoPage),
  '/user/contact': withOffset(ContactPage),
};
const MEMBER_SCREENS = [HomePage, ProfilePage, BonusPage, StatementPage, ContactPage, SpinPage];
const OTHER_PAGES: Record<string, Page> = { '/desk': DeskPage, '/terminated': TerminatedPage };

/** Fetches the first screen and what it shows beside the dictionary, instead of after it. */
export function preloadFirstScreen(): void {
  const path = pathOf(window.location.pathname);
  const memberPage = MEMBER_PAGES[path === '/' ? '/user' : path];
  const isMembers = memberPage !== undefined && currentToken() !== null;
  const page = PUBLIC_PAGES[path] ?? OTHER_PAGES[path] ?? (isMembers ? memberPage : LoginPage);
  // A failed fetch fails again, and is shown, when the screen is rendered.
  for (const part of isMembers ? [MemberShell, page] : [page]) part.preload().catch(() => undefined);
  if (isMembers && page.preload === HomePage.preload) callAhead('GET /api/wallet');
}

/** The app at the place that it is wrapped in. */
export function App({ language }: { language: Language }) {
  usePreload(AFTER_LOGIN);
  return (
    <StrictMode>
      <I18nProvider initial={language}>
        <ErrorBoundary>
          <ToastHost />
          <Screen />
        </ErrorBoundary>
      </I18nProvider>
    </StrictMode>
  );
}

/** A shell stays while its pages change. */
function Screen() {
  const path = pathOf(usePlace().pathname);
  // Outside the public shell, which would sign a member out on the way.
  if (path === '/') return <Redirect to="/user" />;
  const PublicPage = PUBLIC_PAGES[path];
  if (PublicPage) return <PublicShell>{waitingFor(PublicPage)}</PublicShell>;
  const MemberPage = MEMBER_PAGES[path];
  if (MemberPage)
    return (
      <Suspense fallback={<Loader />}>
        <MemberShell screens={MEMBER_SCREENS}>{waitingFor(MemberPage)}</MemberShell>
      </Suspense>
    );
  return waitingFor(OTHER_PAGES[path] ?? NotFoundPage);
}

const pathOf = (pathname: string) => pathname.toLowerCase().replace(/(?<=.)\/+$/, '');

function waitingFor(Page: ComponentType) {
  return (
    <Suspense fallback={<Loader />}>
      <Page />
    </Suspense>
  );
}

/** A visitor who types there is about to see home. */
function LoginScreen() {
  useEffect(() => {
    const fetchHome = () => void HomePage.preload().catch(() => undefined);
    document.addEventListener('input', fetchHome, { once: true });
    return () => document.removeEventListener('input', fetchHome);
  }, []);
  return <LoginPage />;
}

function LedHome() {
  return <Redirect to="/user/home" />;
}

/** Coins are earned by deposits: the wheel's page opens the same sheet as home. */
function SpinScreen() {
  return <SpinPage DepositSheet={DepositSheet} />;
}

/** A page of both shells has a top offset in the members' shell and none in the public one. */
function withOffset(Page: Page): Page {
  const Lower = () => (
    <div className="pt-4 lg:pt-8">
      <Page />
    </div>
  );
  return preloadable(Lower, Page.preload);
}
