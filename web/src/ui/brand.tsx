import { siteName } from '../platform/edition.ts';
import { Link } from '../platform/link.tsx';
import { classNames } from './class-names.ts';

/** The name in two tones; a service with another name shows that name plainly. */
/** `s`: above the member's name. */
type BrandProps = { to: string; size?: 's' | 'm' };

const SIZES = {
  m: 'min-h-11 text-[19px] font-extrabold tracking-[0.2px] lg:text-title',
  s: 'relative text-tiny text-muted after:absolute after:-inset-x-2 after:-top-3.5 after:-bottom-7 lg:text-title lg:font-extrabold lg:text-text',
} as const;

export function Brand({ to, size = 'm' }: BrandProps) {
  return (
    <Link to={to} aria-label={siteName} className={classNames('inline-flex items-center rounded-sm', SIZES[size])}>
      {siteName === 'Krapao' ? (
        <>
          kra<span className="text-muted">pao</span>
        </>
      ) : (
        siteName
      )}
    </Link>
  );
}
