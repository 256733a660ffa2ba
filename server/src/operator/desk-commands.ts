import { randomBytes } from 'node:crypto';
import { many } from '../platform/database.ts';
import { hashPassword } from '../platform/passwords.ts';
import { CannotDo, type Command } from './command.ts';

/** Who may sign in at the desk. */
export const DESK_COMMANDS: Record<string, Command> = {
  'desk add': {
    usage: '"<name>"',
    summary: 'lets somebody sign in at the desk, with a new password that is shown once; customers see the name',
    run: async (tx, _config, name) => {
      if (!name?.trim() || name.length > 100) throw new CannotDo('Give a name of up to 100 characters.');
      const password = randomBytes(12).toString('base64url');
      const sql = `insert into operators (name, password_hash) values ($1, $2)
        on conflict (name) do update set password_hash = excluded.password_hash`;
      await tx.query(sql, [name.trim(), await hashPassword(password)]);
      await tx.query('delete from operator_sessions where operator = $1', [name.trim()]);
      return `${name.trim()} signs in at /desk with ${password}`;
    },
  },
  'desk remove': {
    usage: '"<name>"',
    summary: 'keeps somebody out of the desk, at once',
    run: async (tx, _config, name) => {
      const { rowCount } = await tx.query('delete from operators where name = $1', [name?.trim()]);
      if (rowCount === 0) throw new CannotDo(`Nobody at the desk is called ${name ?? ''}.`);
      return `${name} is kept out.`;
    },
  },
  'desk list': {
    usage: '',
    summary: 'lists who may sign in at the desk',
    readOnly: true,
    run: async (tx) => {
      const rows = await many<{ name: string }>(tx, 'select name from operators order by name');
      return rows.map(({ name }) => name).join('\n') || 'Nobody may.';
    },
  },
};
