import ExternalLink from 'lucide-react/icons/external-link';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { Link } from '../platform/link.tsx';
import { currentToken } from '../platform/session.ts';
import { classNames } from '../ui/class-names.ts';
import { safeLink, safePhone, screenPath } from './safe-link.ts';

/** A customer's actions in a message. Without them, as at the desk, buttons are shown and do nothing. */
export type MessageActions = {
  /** The customer chose an offered reply. */
  postback: (title: string, payload: string) => void;
  /** A link leads to another screen of this site. */
  leave: () => void;
};

export type ChatButton = { type: 'web' | 'call' | 'postback' | 'other'; title: string; payload: string };

const LOOK =
  'flex min-h-11 w-full items-center justify-center gap-2 rounded-[12px] border border-line px-3.5 py-1.5 text-center text-small font-bold text-text transition-colors';
const PRESSABLE = 'hover:bg-ink-3 active:bg-ink-3';
const IDLE = 'border-ink-3 text-muted';

type ButtonsProps = { buttons: readonly ChatButton[]; actions?: MessageActions; className?: string };

export function MessageButtons({ buttons, actions, className }: ButtonsProps) {
  if (buttons.length === 0) return null;
  return (
    <ul className={classNames('grid min-w-44 gap-1.5', className)}>
      {buttons.map((button) => (
        <li key={`${button.type} ${button.payload} ${button.title}`}>
          <MessageButton button={button} {...(actions && { actions })} />
        </li>
      ))}
    </ul>
  );
}

/** A button acts by its type; one that may not act is shown as text. */
function MessageButton({ button, actions }: { button: ChatButton; actions?: MessageActions }) {
  const { type, title, payload } = button;
  if (type === 'web') return <WebButton title={title} address={payload} {...(actions && { actions })} />;
  if (type === 'call') {
    const number = safePhone(payload);
    if (number) {
      return (
        <a href={`tel:${number}`} className={classNames(LOOK, PRESSABLE)}>
          <Phone aria-hidden="true" className="size-4 shrink-0" />
          {title}
        </a>
      );
    }
  }
  if (type === 'postback' && actions) {
    return (
      <button type="button" onClick={() => actions.postback(title, payload)} className={classNames(LOOK, PRESSABLE)}>
        {title}
      </button>
    );
  }
  return <Idle>{title}</Idle>;
}

function WebButton({ title, address, actions }: { title: string; address: string; actions?: MessageActions }) {
  const link = safeLink(address);
  if (link?.kind === 'screen' && actions) {
    return (
      <Link
        to={screenPath(link.path, currentToken() !== null)}
        onClick={actions.leave}
        className={classNames(LOOK, PRESSABLE)}
      >
        {title}
      </Link>
    );
  }
  // A button must not lead to an unencrypted address, where others can read along.
  if (link?.kind === 'web' && link.href.startsWith('https:')) {
    return (
      <a href={link.href} target="_blank" rel="noopener noreferrer nofollow" className={classNames(LOOK, PRESSABLE)}>
        {title}
        <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
      </a>
    );
  }
  return <Idle>{title}</Idle>;
}

function Idle({ children }: { children: ReactNode }) {
  return <span className={classNames(LOOK, IDLE)}>{children}</span>;
}

/** Quick replies: once one is pressed, all of them disappear. */
export function QuickReplies({ buttons, actions }: Omit<ButtonsProps, 'className'>) {
  if (buttons.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {buttons.map((button) => (
        <li key={`${button.payload} ${button.title}`}>
          {button.type === 'postback' && actions ? (
            <ReplyChip title={button.title} onClick={() => actions.postback(button.title, button.payload)} />
          ) : (
            <MessageButton button={button} {...(actions && { actions })} />
          )}
        </li>
      ))}
    </ul>
  );
}

export function ReplyChip({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-full border border-line bg-ink-1 px-4 py-1.5 text-left text-small font-semibold text-text transition-colors hover:bg-ink-3 active:bg-ink-3"
    >
      {title}
    </button>
  );
}
