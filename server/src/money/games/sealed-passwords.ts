import { many, one } from '../../platform/database.ts';
import type { Sealer } from '../../platform/sealed.ts';
import type { Shelf } from '../../staff/keys.acts.ts';
import { sealPassword, unsealPassword } from './credentials.ts';

type Sealed = { member_id: string; code: string; password: Buffer; next_password: Buffer | null };

const IS_OLD = `(substring(password for 8) <> $1::bytea or substring(next_password for 8) <> $1::bytea)`;

/** The passwords of game accounts, for whoever changes the key that seals them. */
export function sealedPasswords(passwords: Sealer): Shelf {
  const anew = ({ member_id, code }: Sealed, sealed: Buffer) =>
    sealPassword(passwords, member_id, code, unsealPassword(passwords, member_id, code, sealed));
  return {
    what: 'game passwords',
    countOld: async (tx) => {
      const sql = `select count(*)::integer as count from game_accounts where ${IS_OLD}`;
      return (await one<{ count: number }>(tx, sql, [passwords.keyId])).count;
    },
    sealAnew: async (tx, most) => {
      const old = await many<Sealed>(
        tx,
        `select member_id, code, password, next_password from game_accounts where ${IS_OLD}
          limit $2 for no key update skip locked`,
        [passwords.keyId, most],
      );
      await tx.query(
        `update game_accounts set password = anew.password, next_password = anew.next_password
          from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[]) as anew (member_id, code, password, next_password)
          where game_accounts.member_id = anew.member_id and game_accounts.code = anew.code`,
        [
          old.map(({ member_id }) => member_id),
          old.map(({ code }) => code),
          old.map((account) => anew(account, account.password)),
          old.map((account) => account.next_password && anew(account, account.next_password)),
        ],
      );
      return old.length;
    },
  };
}
