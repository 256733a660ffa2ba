import { heldTogether } from '../i18n/held-words.ts';
import { HIDDEN_FIGURES, useIsMoneyHidden } from '../platform/hidden-money.ts';
import { Link } from '../platform/link.tsx';
import { currentToken } from '../platform/session.ts';
import { classNames } from '../ui/class-names.ts';
import type { MessageActions } from './message-buttons.tsx';
import { screenPath, withLinks } from './safe-link.ts';

type LinkedTextProps = { text: string; own: boolean; actions?: MessageActions };

/** 1,234.50 as the bot and the desk write amounts. */
const AMOUNTS = /(?<![\d.,])\d[\d,]*\.\d\d(?!\d)/g;

/** A text whose addresses are links; everything else stays plain text. */
export function LinkedText({ text, own, actions }: LinkedTextProps) {
  const look = classNames('underline underline-offset-2', own && 'font-semibold');
  const isHidden = useIsMoneyHidden();
  return withLinks(isHidden ? text.replace(AMOUNTS, HIDDEN_FIGURES) : text).map(({ text: part, link }, at) => {
    const key = `${at} ${part}`;
    if (link === null) return heldTogether(part);
    if (link.kind === 'screen' && actions) {
      return (
        <Link key={key} to={screenPath(link.path, currentToken() !== null)} onClick={actions.leave} className={look}>
          {part}
        </Link>
      );
    }
    return (
      <a
        key={key}
        href={link.kind === 'web' ? link.href : link.path}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className={look}
      >
        {part}
      </a>
    );
  });
}
