import ChevronRight from 'lucide-react/icons/chevron-right';
import Clock from 'lucide-react/icons/clock';
import MessageCircle from 'lucide-react/icons/message-circle';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { call } from '../platform/api.ts';
import { minuteText } from '../platform/date-text.ts';
import { Link } from '../platform/link.tsx';
import { readStored } from '../platform/storage.ts';
import { classNames } from '../ui/class-names.ts';
import art from './trust-art.svg';

const ROW = 'flex min-h-11 items-center gap-3.5';
const ICON = 'size-5 shrink-0';

/** What a visitor may want to know before typing a password: who answers and when, and that draws can be verified. */
export default function Trust({ className }: { className?: string | undefined }) {
  const { t } = useI18n();
  const contactText = useContactText();
  const lastSignIn = useLastSignIn();
  return (
    <div
      className={classNames('surface rounded-md px-4 py-2.5 text-small text-muted lg:rounded-sheet lg:p-10', className)}
    >
      <img src={art} alt="" loading="lazy" className="mx-auto mb-8 hidden h-64 lg:block" />
      <ul className="grid gap-1 lg:gap-3 lg:text-base">
        <li>
          <Link to="/contact" className={classNames(ROW, 'rounded-sm hover:text-text')}>
            <MessageCircle aria-hidden="true" className={classNames(ICON, 'text-info')} />
            <p data-contact-text className="line-clamp-4 flex-1 whitespace-pre-line text-balance">
              {contactText || t('menu.contact')}
            </p>
            <ChevronRight aria-hidden="true" className={ICON} />
          </Link>
        </li>
        <li className={ROW}>
          <ShieldCheck aria-hidden="true" className={classNames(ICON, 'text-in')} />
          <p className="text-balance">{t('login.draws')}</p>
        </li>
        {lastSignIn !== null && (
          <li className={ROW}>
            <Clock aria-hidden="true" className={ICON} />
            <p className="figures">{t('login.lastHere', { time: minuteText(new Date(Number(lastSignIn))) })}</p>
          </li>
        )}
      </ul>
    </div>
  );
}

/** As the server painted it into the page (server/src/platform/pages.ts), or else asked for. */
function useContactText(): string {
  const { t, locale } = useI18n();
  const [told, setTold] = useState(() => {
    const painted = import.meta.env.SSR ? null : document.querySelector('[data-contact-text]')?.textContent;
    return painted && painted !== t('menu.contact') ? { locale, text: painted } : null;
  });
  const isTold = told?.locale === locale;
  useEffect(() => {
    if (isTold) return;
    const leaving = new AbortController();
    call('GET /api/lookup/contact', { query: { locale }, signal: leaving.signal }).then(
      ({ contactText }) => setTold({ locale, text: contactText }),
      // The link leads to the contact page, which says what is wrong.
      () => undefined,
    );
    return () => leaving.abort();
  }, [isTold, locale]);
  return told?.text ?? '';
}

const never = () => () => undefined;

function useLastSignIn(): string | null {
  return useSyncExternalStore(
    never,
    () => readStored('last-sign-in'),
    () => null,
  );
}
