import DoorClosed from 'lucide-react/icons/door-closed';
import { useEffect } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { Link } from '../platform/link.tsx';
import { currentToken } from '../platform/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { NoticeScreen } from './notice-screen.tsx';

export default function TerminatedPage() {
  const { t } = useI18n();
  // The login page takes the marker away once the service answers that it is active.
  useEffect(() => document.body.setAttribute('data-terminated', 'gone'), []);
  return (
    <NoticeScreen icon={DoorClosed} title={t('terminated.title')} text={t('terminated.text')}>
      <div className="flex flex-wrap gap-3">
        <Link to={currentToken() === null ? '/contact' : '/user/contact'} className={buttonClass({ variant: 'gold' })}>
          {t('menu.contact')}
        </Link>
        <Link to="/login" className={buttonClass({ variant: 'plain' })}>
          {t('action.retry')}
        </Link>
      </div>
    </NoticeScreen>
  );
}
