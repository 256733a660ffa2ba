import type { Minor } from '@krapao/contract/money.ts';
import { insertRow, many, one, type Queryable, type Transaction } from '../platform/database.ts';
import type { Campaign } from './campaigns.ts';

/** Which campaign; a kind of reward with only one programme has the code ''. */
export type CampaignKey = Pick<Campaign, 'kind' | 'code' | 'currency'>;

/** All that operators decide of a campaign. Its texts may be unfinished only in rows from before. */
export type CampaignTerms = Omit<Campaign, keyof CampaignKey | 'is_given'> & {
  position: number;
  /** Null: as much as is asked for. */
  budget: Minor | null;
  opens_at: Date | null;
  closes_at: Date | null;
};

/** `version`: the number of the newest version of this campaign, whatever the currency. */
export type CampaignRow = CampaignKey & CampaignTerms & { is_open: boolean; spent: Minor; version: bigint };

const ROW = `kind, code, currency, is_open, spent, position, rate_percent, credit, cap, minimum, limit_type,
  max_received, success_percent, fail_percent, budget, opens_at, closes_at, description, banners,
  coalesce((select max(id) from campaign_versions newest
    where newest.kind = campaigns.kind and newest.code = campaigns.code), 0) as version`;

export function allCampaigns(db: Queryable): Promise<CampaignRow[]> {
  return many<CampaignRow>(db, `select ${ROW} from campaigns order by kind, position, code, currency`);
}

/** The rows of a campaign, one for each currency. */
export function lockCampaigns(
  tx: Transaction,
  { kind, code }: Pick<Campaign, 'kind' | 'code'>,
): Promise<CampaignRow[]> {
  const sql = `select ${ROW} from campaigns where kind = $1 and code = $2 order by currency for no key update`;
  return many<CampaignRow>(tx, sql, [kind, code]);
}

/** Who wrote a version, and since when it is in force, if not since now: the demonstration has a past. */
type Writer = { operator: string; since?: Date };
type Writing = Writer & { act: 'made' | 'edited' | 'opened' | 'closed' | 'budget' };

/** A draft: nobody is given it until it is opened. */
export async function insertCampaign(
  tx: Queryable,
  key: CampaignKey,
  terms: CampaignTerms,
  writer: Writer,
): Promise<CampaignRow> {
  await insertRow(tx, 'campaigns', { ...key, ...columnsOf(terms), is_open: false });
  return noteVersion(tx, key, { act: 'made', ...writer });
}

export async function writeTerms(
  tx: Transaction,
  { kind, code, currency }: CampaignKey,
  terms: CampaignTerms,
  writing: Writing,
): Promise<CampaignRow> {
  const columns = Object.entries(columnsOf(terms));
  const sets = columns.map(([column], at) => `${column} = $${at + 4}`).join(', ');
  const sql = `update campaigns set ${sets} where kind = $1 and code = $2 and currency = $3`;
  await tx.query(sql, [kind, code, currency, ...columns.map(([, value]) => value)]);
  return noteVersion(tx, { kind, code, currency }, writing);
}

export async function switchCampaign(
  tx: Queryable,
  { kind, code, currency }: CampaignKey,
  isOpen: boolean,
  writer: Writer,
): Promise<CampaignRow> {
  const sql = 'update campaigns set is_open = $4 where kind = $1 and code = $2 and currency = $3';
  await tx.query(sql, [kind, code, currency, isOpen]);
  return noteVersion(tx, { kind, code, currency }, { act: isOpen ? 'opened' : 'closed', ...writer });
}

function columnsOf({ description, banners, ...terms }: CampaignTerms) {
  const { position, rate_percent, credit, cap, minimum, limit_type, max_received } = terms;
  const { success_percent, fail_percent, budget, opens_at, closes_at } = terms;
  return {
    ...{ position, rate_percent, credit, cap, minimum, limit_type, max_received },
    ...{ success_percent, fail_percent, budget, opens_at, closes_at },
    description: JSON.stringify(description),
    banners: JSON.stringify(banners),
  };
}

async function noteVersion(tx: Queryable, { kind, code, currency }: CampaignKey, { act, operator, since }: Writing) {
  const key = [kind, code, currency];
  await tx.query(
    `insert into campaign_versions (kind, code, currency, act, terms, operator, at)
      select kind, code, currency, $4, to_jsonb(campaigns) - 'spent', $5, coalesce($6, app_now())
        from campaigns where kind = $1 and code = $2 and currency = $3`,
    [...key, act, operator, since],
  );
  return one<CampaignRow>(tx, `select ${ROW} from campaigns where kind = $1 and code = $2 and currency = $3`, key);
}

/** `before`: the version before it, of the same campaign and currency. */
type Version = CampaignKey &
  Pick<Writing, 'act'> & {
    id: bigint;
    operator: string | null;
    at: Date;
    terms: Record<string, unknown>;
    before: Record<string, unknown> | null;
  };

/** Newest first. */
export function campaignVersions(db: Queryable, of: { kind?: string; code?: string }, limit: number) {
  return many<Version>(
    db,
    `select id, kind, code, currency, act, operator, at, terms,
        (select terms from campaign_versions earlier where earlier.kind = version.kind and earlier.code = version.code
          and earlier.currency = version.currency and earlier.id < version.id order by id desc limit 1) as before
      from campaign_versions version
      where kind = coalesce($1, kind) and code = coalesce($2, code) order by id desc limit $3`,
    [of.kind, of.code, limit],
  );
}
