import type { Config } from '../config.ts';
import { many, type Queryable } from './database.ts';

/** Settings that an operator can switch while the product runs. */
export type Settings = {
  service: 'active' | 'gone';
  registerOtp: boolean;
  chatWidget: boolean;
  /** Bangkok times of day between which no slips are taken. */
  slipsClosed: { from: string; to: string };
  /** Shown on the home screen; null when there is nothing to say. */
  notice: string | null;
  /** Nothing is paid out; withdrawals are taken and wait. */
  payoutsPaused: boolean;
};

export async function readSettings(db: Queryable, config: Config): Promise<Settings> {
  const rows = await many<{ name: string; value: unknown }>(db, 'select name, value from settings');
  return {
    service: 'active',
    registerOtp: config.registerOtp,
    chatWidget: config.chatEnabled,
    slipsClosed: { from: '23:30', to: '00:30' },
    notice: null,
    payoutsPaused: false,
    ...Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}

export async function writeSetting<N extends keyof Settings>(
  db: Queryable,
  name: N,
  value: Settings[N],
): Promise<void> {
  const sql =
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value';
  await db.query(sql, [name, JSON.stringify(value)]);
}
