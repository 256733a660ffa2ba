import { OWN_EVENTS, type OwnEvent } from '@krapao/contract/members/limits.ts';
import { type Database, inTransaction, many } from '../../platform/database.ts';
import { placeWords } from '../../platform/device-words.ts';
import { type From, noteEvent } from '../../platform/security-events.ts';
import { countSessions, endOtherSessions, type SignedIn } from '../../platform/sessions.ts';
import { type EndGamePasswords, endAndTell } from './game-passwords.ts';

const MOST_SHOWN = 50;

type EventRow = {
  id: string;
  what: OwnEvent;
  at: Date;
  device: string | null;
  address: string | null;
  is_by_service: boolean;
  is_new_device: boolean;
};

/** What happened to the member's account, newest first. Who of the service it was is not the member's to know. */
export async function ownSecurity(db: Database, { memberId }: SignedIn) {
  const rows = await many<EventRow>(
    db,
    `select id::text, what, at, device, address, operator is not null as is_by_service,
        what = 'signed-in' and device is not null and exists (select from security_events earlier
          where earlier.member_id = $1 and earlier.what = 'signed-in' and earlier.id < event.id)
        and not exists (select from security_events earlier
          where earlier.member_id = $1 and earlier.what = 'signed-in' and earlier.id < event.id
            and earlier.device is not distinct from event.device) as is_new_device
      from security_events event where member_id = $1 and what = any ($2) order by event.id desc limit $3`,
    [memberId, OWN_EVENTS, MOST_SHOWN],
  );
  const events = rows.map(({ id, what, at, device, address, ...row }) => ({
    ...{ id, what, device },
    at: at.toISOString(),
    place: address === null ? null : placeWords(address),
    isByService: row.is_by_service,
    isNewDevice: row.is_new_device,
  }));
  return { signIns: await countSessions(db, memberId), events };
}

/** Also where no other sign-in is left: its bearer may have read the passwords of games before it ended. */
export function signOutElsewhere(
  { db, endGamePasswords }: { db: Database; endGamePasswords: EndGamePasswords },
  { memberId, tokenHash }: SignedIn,
  from: From,
) {
  return inTransaction(db, async (tx) => {
    const ended = await endOtherSessions(tx, memberId, tokenHash);
    await endAndTell(tx, endGamePasswords, { memberId, from });
    if (ended > 0) await noteEvent(tx, { what: 'signed-out-elsewhere', memberId, from });
    return { ended };
  });
}
