import { siteName } from '../platform/edition.ts';
import { Link } from '../platform/link.tsx';

/** The two-coloured name; a service with another name shows that name plainly. */
export function Brand({ to }: { to: string }) {
  return (
    <Link
      to={to}
      aria-label={siteName}
      className="inline-flex min-h-11 items-center rounded-sm text-[19px] font-extrabold tracking-[0.2px] lg:text-title"
    >
      {siteName === 'Krapao' ? (
        <>
          kra<span className="text-gold">pao</span>
        </>
      ) : (
        siteName
      )}
    </Link>
  );
}
