import pg from 'pg';
import { many, maybeOne, one, type Transaction } from '../platform/database.ts';
import { CannotDo, change, fields, list, text } from './act.ts';

type Rule = { network: string; rule: 'allow' | 'deny' };

const schema = fields({ network: text('Give an address or a network such as 203.0.113.0/24.') });

/** Rules of which addresses are let in. */
export const addressActs = {
  allowAddress: change({
    name: 'address allow',
    summary: 'lets an address in, inside a denied network',
    permission: 'addresses',
    needsSecond: false,
    schema,
    run: (tx, _operator, { network }) => writeRule(tx, network, 'allow'),
  }),
  denyAddress: change({
    name: 'address deny',
    summary: 'keeps an address out',
    permission: 'addresses',
    needsSecond: false,
    schema,
    run: (tx, _operator, { network }) => writeRule(tx, network, 'deny'),
  }),
  forgetAddress: change({
    name: 'address forget',
    summary: 'removes a rule',
    permission: 'addresses',
    needsSecond: false,
    schema,
    run: async (tx, _operator, { network }) => {
      const before = await lockRule(tx, network);
      if (!before) throw new CannotDo(`There is no rule for ${network}.`);
      await tx.query('delete from address_rules where network = $1::cidr', [network]);
      return { data: { network }, before, after: null };
    },
  }),
  listAddresses: list({
    name: 'address list',
    summary: 'lists the rules',
    permission: 'addresses',
    run: (tx) => many<Rule>(tx, 'select network, rule from address_rules order by network'),
  }),
};

async function writeRule(tx: Transaction, network: string, rule: Rule['rule']) {
  const before = await lockRule(tx, network);
  const sql = `insert into address_rules (network, rule) values ($1::cidr, $2)
    on conflict (network) do update set rule = excluded.rule returning network, rule`;
  const after = await one<Rule>(tx, sql, [network, rule]);
  return { data: { network, rule }, before, after };
}

const INVALID_TEXT = '22P02';

async function lockRule(tx: Transaction, network: string): Promise<Rule | null> {
  const sql = 'select network, rule from address_rules where network = $1::cidr for update';
  return maybeOne<Rule>(tx, sql, [network]).catch((error: unknown) => {
    const isUnreadable = error instanceof pg.DatabaseError && error.code === INVALID_TEXT;
    throw isUnreadable ? new CannotDo(`${network} is no address and no network.`) : error;
  });
}
