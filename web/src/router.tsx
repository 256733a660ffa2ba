import { type ComponentType, lazy, type ReactNode, StrictMode, Suspense, useEffect, useLayoutEffect } from 'react';
import { Navigate, Route, Routes, useNavigate } from 'react-router';
import { loadTexts } from './i18n/dictionary.ts';
import { chosenLocale, I18nProvider, type Language } from './i18n/i18n.tsx';
import { callAhead } from './platform/api.ts';
import { registerNavigator } from './platform/navigation.ts';
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
const TerminatedPage = lazy(() => import('./shell/terminated-page.tsx'));
const NotFoundPage = lazy(() => import('./shell/not-found-page.tsx'));

const AFTER_LOGIN = [MemberShell];
const MEMBER_SCREENS = [HomePage, ProfilePage, BonusPage, StatementPage, ContactPage, SpinPage];
const LIKELY_SCREENS: Record<string, Preloadable> = {
  '/': HomePage,
  '/user': HomePage,
  '/user/home': HomePage,
  '/user/profile': ProfilePage,
  '/user/bonus': BonusPage,
  '/user/statement': StatementPage,
  '/user/spin': SpinPage,
  '/user/contact': ContactPage,
  '/user/howto': HowtoPage,
  '/register': RegisterPage,
  '/reset': ResetPage,
  '/howto': HowtoPage,
  '/contact': ContactPage,
  '/desk': DeskPage,
};

/** Fetches the first screen and what it shows beside the dictionary, instead of after it. */
export function preloadFirstScreen(): void {
  const { pathname } = window.location;
  const isPublic = ['/register', '/reset', '/howto', '/contact', '/desk'].includes(pathname);
  const screen = isPublic || currentToken() ? LIKELY_SCREENS[pathname] : LoginPage;
  const shell = isPublic || !currentToken() ? undefined : MemberShell;
  // A failed fetch fails again, and is shown, when the screen is rendered.
  for (const part of [shell, screen]) part?.preload().catch(() => undefined);
  if (shell && screen === HomePage) callAhead('GET /api/wallet');
}

type AppProps = { language: Language; router: ComponentType<{ children: ReactNode }> };

/** The app in a router: the browser's, or that of one address while its page is rendered at build. */
export function App({ language, router: Router }: AppProps) {
  return (
    <StrictMode>
      <I18nProvider initial={language}>
        <ErrorBoundary>
          <Router>
            <Screens />
          </Router>
        </ErrorBoundary>
      </I18nProvider>
    </StrictMode>
  );
}

function Screens() {
  usePreload(AFTER_LOGIN);
  return (
    <>
      <NavigatorRegistration />
      <ToastHost />
      <Routes>
        {/* Outside the public shell, which would sign a member out on the way. */}
        <Route path="/" element={<Navigate to="/user" replace />} />
        <Route element={<PublicShell />}>
          <Route path="/login" element={screen(LoginScreen)} />
          <Route path="/register" element={screen(RegisterPage)} />
          <Route path="/reset" element={screen(ResetPage)} />
          <Route path="/howto" element={screen(HowtoPage)} />
          <Route path="/contact" element={screen(ContactPage)} />
        </Route>
        <Route path="/user" element={screen(MembersPlace)}>
          <Route index element={<Navigate to="/user/home" replace />} />
          <Route path="home" element={screen(HomePage)} />
          <Route path="profile" element={screen(ProfilePage)} />
          <Route path="bonus" element={screen(BonusPage)} />
          <Route path="statement" element={screen(StatementPage)} />
          <Route path="spin" element={screen(SpinScreen)} />
          <Route path="howto" element={<Offset>{screen(HowtoPage)}</Offset>} />
          <Route path="contact" element={<Offset>{screen(ContactPage)}</Offset>} />
        </Route>
        <Route path="/desk" element={screen(DeskPage)} />
        <Route path="/terminated" element={screen(TerminatedPage)} />
        <Route path="*" element={screen(NotFoundPage)} />
      </Routes>
    </>
  );
}

/** Somebody who types there is about to see home. */
function LoginScreen() {
  useEffect(() => {
    const fetchHome = () => void HomePage.preload().catch(() => undefined);
    document.addEventListener('input', fetchHome, { once: true });
    return () => document.removeEventListener('input', fetchHome);
  }, []);
  return <LoginPage />;
}

function MembersPlace() {
  return <MemberShell screens={MEMBER_SCREENS} />;
}

function screen(Page: ComponentType) {
  return (
    <Suspense fallback={<Loader />}>
      <Page />
    </Suspense>
  );
}

/** Coins are earned by deposits: the wheel's page opens the same sheet as home. */
function SpinScreen() {
  return <SpinPage DepositSheet={DepositSheet} />;
}

/** A screen of both shells has a top offset in the members' shell and none in the public one. */
function Offset({ children }: { children: ReactNode }) {
  return <div className="pt-4 lg:pt-8">{children}</div>;
}

function NavigatorRegistration() {
  const navigate = useNavigate();
  useLayoutEffect(() => registerNavigator(navigate), [navigate]);
  return null;
}
