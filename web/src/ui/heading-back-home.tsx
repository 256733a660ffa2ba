import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useI18n } from '../i18n/i18n.tsx';
import { Link } from '../platform/link.tsx';
import { PageHeading } from './page-heading.tsx';

/** The heading of a page that home leads to and no menu entry does. */
export function HeadingBackHome({ title }: { title: string }) {
  const { t } = useI18n();
  return (
    <div className="flex items-center gap-1">
      <Link
        to="/user/home"
        aria-label={t('menu.home')}
        className="-my-2 -ml-3 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-ink-2 hover:text-text"
      >
        <ChevronLeft aria-hidden="true" className="size-5.5" />
      </Link>
      <PageHeading title={title} />
    </div>
  );
}
