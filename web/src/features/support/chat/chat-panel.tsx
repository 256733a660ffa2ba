import { Dialog as Base } from '@base-ui/react/dialog';
import { type RefObject, useRef, useState } from 'react';
import { AskedMovement } from '../../../messaging/asked-movement.ts';
import { asked, closeChat } from '../../../messaging/chat-door.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useBackCloses } from '../../../ui/use-back-closes.ts';
import { useWide } from '../../../ui/use-wide.ts';
import { Composer, type Draft, NO_DRAFT } from './composer.tsx';
import type { Customer } from './customer.ts';
import { type CustomerRoom, openCustomerRoom } from './customer-room.ts';
import { CustomerThread } from './customer-thread.tsx';
import { OwnMovement } from './own-movement.tsx';
import { PanelHead } from './panel-head.tsx';
import { useVisibleArea } from './use-visible-area.ts';

export type ChatPanelProps = {
  customer: Customer;
  open: boolean;
  /** Where focus goes when the panel closes. */
  returnTo: RefObject<HTMLElement | null>;
};

/** Toasts stand above it: it leaves them their room (`--toasts`, see toast-region.tsx). */
const LOOK =
  'fixed inset-x-0 top-0 flex flex-col bg-ink-1 pt-(--toasts) outline-none lg:pt-0 transition-[translate,opacity] duration-200 ease-out data-closed:pointer-events-none ' +
  'data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 ' +
  'lg:top-auto lg:right-6 lg:bottom-6 lg:left-auto lg:h-160 lg:max-h-[calc(100dvh-1.5rem-max(1.5rem,var(--toasts,0px)))] lg:w-100 lg:overflow-hidden lg:rounded-lg lg:border lg:border-ink-3 lg:shadow-card xl:w-92';

/** The chat lies over the third column of a member's page (see member-shell.tsx). */
const DOCKED =
  'xl:right-[max(2rem,calc((100vw-14.5rem-76.5rem)/2+2rem))] min-[112rem]:right-[max(2rem,calc((100vw-14.5rem-94rem)/2+2rem))]';

/** The whole screen of a phone; on a wider screen a card beside the page, which stays in use. */
export default function ChatPanel({ customer, open, returnTo }: ChatPanelProps) {
  const isWide = useWide();
  const [customerRoom] = useState(() => openCustomerRoom(customer));
  // The draft outlives closing: it is there when the panel opens again.
  const [draft, setDraft] = useState(NO_DRAFT);
  const popup = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const area = useVisibleArea(open && !isWide);
  useBackCloses(open && !isWide, closeChat);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && closeChat()} modal={!isWide} disablePointerDismissal>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          {...(!isWide && { 'data-overlay': '' })}
          // On a phone the keyboard would cover the messages.
          initialFocus={isWide ? input : popup}
          finalFocus={returnTo}
          className={classNames(LOOK, 'userId' in customer && DOCKED, area === null && 'h-dvh')}
          {...(area && { style: { height: area.height, transform: `translateY(${area.top}px)` } })}
        >
          <PanelBody
            customerRoom={customerRoom}
            input={input}
            draft={draft}
            onDraft={setDraft}
            leave={isWide ? undefined : closeChat}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type PanelBodyProps = {
  customerRoom: CustomerRoom;
  input: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Makes way for the screen that a link leads to. */
  leave: (() => void) | undefined;
};

function PanelBody({ customerRoom, input, draft, onDraft, leave }: PanelBodyProps) {
  const { room, refresh } = customerRoom;
  const state = room.use();
  const sendText = (text: string) => {
    room.sendText(text, asked.get());
    asked.set(null);
  };
  return (
    <>
      <PanelHead state={state} onRefresh={refresh} />
      <AskedMovement value={OwnMovement}>
        <CustomerThread customerRoom={customerRoom} state={state} leave={leave} />
      </AskedMovement>
      <Composer ref={input} draft={draft} onDraft={onDraft} onText={sendText} onFile={room.sendFile} />
    </>
  );
}
