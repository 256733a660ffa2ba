import { type ComponentType, StrictMode, Suspense, useEffect } from 'react';
import { loadTexts } from './i18n/dictionary.ts';
import { chosenLocale, I18nProvider, type Language } from './i18n/i18n.tsx';
import { callAhead } from './platform/api.ts';
import { loginUrl } from './platform/intended-url.ts';
import { currentEntry, goTo } from './platform/navigation.ts';
import { Redirect, usePlace } from './platform/place.tsx';
import { fetchedPart, type Preloadable, preloadable, usePreload } from './platform/preload.ts';
import { currentToken } from './platform/session.ts';
import { withQueries } from './platform/with-queries.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { PublicShell } from './shell/public-shell.tsx';
import { ToastHost } from './ui/toast.tsx';

/** The members' shell and every screen are chunks of their own. */
const MemberShell = fetchedPart(async () => {
  const [{ MemberShell }] = await Promise.all([
    import('./shell/member-shell.tsx'),
    loadTexts('member', chosenLocale()),
  ]);
  return { default: MemberShell };
});
const LoginPage = fetchedPart(() => import('./features/members/account/login-page.tsx'));
const RegisterPage = withQueries(() => import('./features/members/register/register-page.tsx'));
const ResetPage = fetchedPart(() => import('./features/members/reset/reset-page.tsx'));
const HowtoPage = fetchedPart(() => import('./features/howto/howto-page.tsx'));
const ContactPage = withQueries(() => import('./features/members/lookups/contact-page.tsx'));
const HomePage = withQueries(() => import('./features/home/home-page.tsx'));
const ProfilePage = withQueries(() => import('./features/members/account/profile-page.tsx'));
const BonusPage = withQueries(() => import('./features/rewards/bonus-page.tsx'));
const SpinPage = withQueries(() => import('./features/rewards/spin-wheel/spin-page.tsx'));
const DepositSheet = withQueries(() => import('./features/deposits/deposit-sheet.tsx'));
const StatementPage = withQueries(() => import('./features/money/statement/statement-page.tsx'));
const DeskPage = fetchedPart(async () => {
  const texts = [loadTexts('member', chosenLocale()), loadTexts('desk', chosenLocale())];
  const [page] = await Promise.all([import('./features/support/desk/desk-page.tsx'), ...texts]);
  return page;
});
const TerminatedPage = fetchedPart(() => import('./shell/terminated-page.tsx'));
const NotFoundPage = fetchedPart(() => import('./shell/not-found-page.tsx'));

const AFTER_LOGIN = [MemberShell];

type Page = ComponentType & Preloadable;

const PUBLIC_PAGES: Record<string, Page> = {
  '/login': preloadable(LoginScreen, LoginPage.preload),
  '/register': RegisterPage,
  '/reset': ResetPage,
  '/howto': HowtoPage,
  '/contact': ContactPage,
};
const HOME = '/user/home';
/** At these addresses home is shown at once, and the address then becomes home's. */
const LEADING_HOME = new Set(['/', '/user']);
const MEMBER_PAGES: Record<string, Page> = {
  '/': HomePage,
  '/user': HomePage,
  [HOME]: HomePage,
  '/user/profile': ProfilePage,
  '/user/bonus': BonusPage,
  '/user/statement': StatementPage,
  '/user/spin': preloadable(SpinScreen, SpinPage.preload),
  '/user/howto': withOffset(HowtoPage),
  '/user/contact': withOffset(ContactPage),
};
const MEMBER_SCREENS = [HomePage, ProfilePage, BonusPage, StatementPage, ContactPage, SpinPage];
const OTHER_PAGES: Record<string, Page> = { '/desk': DeskPage, '/terminated': TerminatedPage };

/** What the screen of an address is made of. A member's screen is nobody else's: without a sign-in it is /login. */
function partsOf(path: string, isMember: boolean): readonly (Page | typeof MemberShell)[] {
  const publicPage = PUBLIC_PAGES[path] ?? OTHER_PAGES[path];
  if (publicPage) return [publicPage];
  const memberPage = MEMBER_PAGES[path];
  if (!memberPage) return [NotFoundPage];
  return isMember ? [MemberShell, memberPage] : [LoginPage];
}

/** Fetches what the screen of an address is made of, and the texts that are its own. */
export async function fetchScreen(path: string, isMember: boolean): Promise<void> {
  await Promise.all(partsOf(pathOf(path), isMember).map((part) => part.preload()));
}

/**
 * Whether the page that the build painted is the one to show: a member's page to a member; any other to a visitor whom no
 * navigation of the site has led here.
 */
export function isForThisVisit(): boolean {
  const isMember = currentToken() !== null;
  return MEMBER_PAGES[pathOf(window.location.pathname)] ? isMember : !isMember && currentEntry().state === null;
}

/**
 * Fetches the first screen beside the dictionary, instead of after it; the app begins once it is there, so that nothing
 * stands between what the page painted and the screen. What only leads on does so before that: to /login without a sign-in.
 */
export async function fetchFirstScreen(): Promise<void> {
  const { pathname, search } = window.location;
  const path = pathOf(pathname);
  const isMember = currentToken() !== null;
  const memberPage = MEMBER_PAGES[path];
  if (memberPage && !isMember) goTo(loginUrl(pathname + search), { replace: true });
  else if (LEADING_HOME.has(path)) goTo(HOME, { replace: true });
  if (memberPage === HomePage && isMember) callAhead('GET /api/wallet');
  // A failed fetch fails again, and is shown, when the screen is rendered.
  await fetchScreen(path, isMember).catch(() => undefined);
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

/**
 * A shell stays while its pages change, and a screen until the next one has been fetched. Nothing takes its place meanwhile:
 * each screen has a state of its own for figures that are on their way.
 */
function Screen() {
  const path = pathOf(usePlace().pathname);
  return <Suspense fallback={null}>{screenAt(path)}</Suspense>;
}

function screenAt(path: string) {
  const PublicPage = PUBLIC_PAGES[path];
  if (PublicPage)
    return (
      <PublicShell>
        <PublicPage />
      </PublicShell>
    );
  const MemberPage = MEMBER_PAGES[path];
  if (MemberPage)
    return (
      <MemberShell screens={MEMBER_SCREENS}>
        <MemberPage />
        {LEADING_HOME.has(path) && <Redirect to={HOME} />}
      </MemberShell>
    );
  const OtherPage = OTHER_PAGES[path] ?? NotFoundPage;
  return <OtherPage />;
}

const pathOf = (pathname: string) => pathname.toLowerCase().replace(/(?<=.)\/+$/, '');

/** A visitor who types there is about to see home. */
function LoginScreen() {
  useEffect(() => {
    const fetchHome = () => void HomePage.preload().catch(() => undefined);
    document.addEventListener('input', fetchHome, { once: true });
    return () => document.removeEventListener('input', fetchHome);
  }, []);
  return <LoginPage />;
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
