import Compass from 'lucide-react/icons/compass';
import { useI18n } from '../i18n/i18n.tsx';
import { Link } from '../platform/link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { NoticeScreen } from './notice-screen.tsx';

export default function NotFoundPage() {
  const { t } = useI18n();
  return (
    <NoticeScreen icon={Compass} title={t('notFound.title')} text={t('notFound.text')}>
      <Link to="/user" className={buttonClass({ variant: 'gold' })}>
        {t('notFound.home')}
      </Link>
    </NoticeScreen>
  );
}
