import type { Locator, Page } from '@playwright/test';
import { baht, button, choose, filled, type Texts, th } from './member.ts';
import { expect, type Member, type World } from './world.ts';

type Tab = 'qr' | 'bank' | 'true';

export async function openDeposit(page: Page, tab?: Tab, t: Texts = th) {
  // A member without money is asked for a first deposit. A scrolled home offers the deposit in its header once more.
  await button(page, t['home.deposit']).or(button(page, t['home.first.button'])).first().click();
  const dialog = page.getByRole('dialog', { name: t['deposit.title'], exact: true });
  await expect(dialog.getByRole('tablist')).toBeVisible();
  const named = (name: string) => dialog.getByRole('button', { name, exact: true });
  const turnTo = (to: Tab) => dialog.getByRole('tab', { name: t[`deposit.tab.${to}`], exact: true }).click();
  const provider = (code: string) => dialog.locator(`input[type=radio][value=${code}]`);
  if (tab) await turnTo(tab);
  return {
    dialog,
    turnTo,
    button: named,
    press: (name: string) => named(name).click(),
    amount: dialog.getByLabel(t['deposit.amount'], { exact: true }),
    timer: dialog.getByRole('timer'),
    code: dialog.getByRole('img', { name: /KRAPAO SANDBOX$/ }),
    provider,
    chooseProvider: async (code: string) => {
      if (!(await provider(code).isVisible())) await dialog.getByText(t['deposit.qr.others'], { exact: true }).click();
      await choose(provider(code));
    },
    /** The card of one of our accounts, by its number as it is shown. */
    account: (number: string) => dialog.getByRole('listitem').filter({ hasText: number }),
    /** Unfolds it. */
    unfold: (number: string) => dialog.getByRole('button', { expanded: false }).filter({ hasText: number }).click(),
    slip: dialog.getByLabel(t['deposit.slip.choose']),
    link: dialog.getByLabel(t['deposit.true.link'], { exact: true }),
    close: async () => {
      await named(t['action.close']).click();
      await expect(dialog).toBeHidden();
    },
  };
}

/** A member without money finds it among the first steps. */
export const withdrawButton = (page: Page, t: Texts = th) =>
  button(page, t['home.withdraw']).or(
    page.getByRole('button', { name: `${t['home.first.withdraw']} ${t['home.first.withdraw.note']}`, exact: true }),
  );

export async function openWithdraw(page: Page, t: Texts = th) {
  await withdrawButton(page, t).click();
  const asked = page.getByRole('dialog', { name: t['withdraw.title'], exact: true });
  const review = page.getByRole('dialog', { name: t['withdraw.review'], exact: true });
  await expect(asked).toBeVisible();
  const sheet = {
    asked,
    review,
    amount: asked.getByLabel(t['withdraw.amount'], { exact: true }),
    pick: (name: string) => asked.getByRole('button', { name, exact: true }).click(),
    next: () => asked.getByRole('button', { name: t['action.continue'], exact: true }).click(),
    back: () => review.getByRole('button', { name: t['action.back'], exact: true }).click(),
    confirm: review.getByRole('button', { name: t['withdraw.confirm'], exact: true }),
    /** Fills in the amount and goes on to the review. */
    goToReview: async (amount: string) => {
      await sheet.amount.fill(amount);
      await sheet.next();
      await expect(review).toBeVisible();
    },
  };
  return sheet;
}

/** The parts of the statement's page; entries are newest first. */
export function statementOf(page: Page) {
  const list = page.getByRole('region', { name: th['statement.title'], exact: true });
  return { list, entries: list.getByRole('listitem') };
}

export async function goToStatement(page: Page) {
  await page.getByRole('navigation').getByRole('link', { name: th['menu.statementShort'], exact: true }).click();
  await expect(page).toHaveURL('/user/statement');
  return statementOf(page);
}

export async function expectEntry(entry: Locator, ...words: string[]): Promise<void> {
  for (const word of words) await expect(entry.getByText(word, { exact: true })).toBeVisible();
}

/** Opens the sheet of an entry. */
export async function openEntry(page: Page, entry: Locator) {
  const address = page.url();
  await entry.getByRole('button').first().click();
  await expect(page).toHaveURL(/[?&]movement=/);
  const sheet = page.getByRole('dialog').filter({ hasText: th['movement.reference'] });
  await expect(sheet).toBeVisible();
  const back = async () => {
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(address);
  };
  return { sheet, back };
}

/** The toast of a withdrawal that was received. */
export const expectReceived = (page: Page, amount: string) =>
  expect(page.getByText(filled(th['withdraw.wait'], { amount: baht(amount) }), { exact: true }).first()).toBeVisible();

type StatementEntry = {
  amount: number;
  at: Date | string;
  type?: 'deposit' | 'withdraw' | 'transfer' | 'bonus' | 'finish_bonus';
  status?: 'PROCESSING' | 'SUCCESS' | 'FAILED';
  from?: string;
  to?: string;
  link?: ['bonus' | 'refund', string];
  /** Of the main wallet after the entry, in satang. */
  balance?: number;
};

/** Writes the first entries of a member's statement, oldest first, amounts in satang. Returns their ids. */
export async function writeEntries(
  world: World,
  { id: memberId }: Member,
  entries: StatementEntry[],
): Promise<string[]> {
  const rows = entries.map(
    ({ type = 'deposit', status = 'SUCCESS', from = 'wallet', to = 'wallet', amount, balance, link }) => ({
      ...{ type, status, from, to, amount, balance },
      ...(link && { kind: link[0], description: link[1] }),
    }),
  );
  await world.query(
    `insert into statement_entries
        (member_id, id, statement_type, status, from_place, to_place, amount, linked_kind, linked_description, balance_after)
      select $1, gen_random_uuid(), type, status, "from", "to", amount, kind, description, balance
      from rows from (jsonb_to_recordset($2)
        as (type text, status text, "from" text, "to" text, amount bigint, kind text, description text, balance bigint))
        with ordinality order by ordinality`,
    [memberId, JSON.stringify(rows)],
  );
  const written = await world.query(
    `update statement_entries set created_at = ($2::timestamptz[])[position] where member_id = $1 returning position, id`,
    [memberId, entries.map(({ at }) => new Date(at).toISOString())],
  );
  return written.toSorted((a, b) => Number(a.position) - Number(b.position)).map(({ id }) => String(id));
}

/** Books what a member has won, or lost, at a game, in satang. */
export async function writeResult(
  world: World,
  { id: memberId }: Member,
  { game, amount, at }: { game: string; amount: number; at: string },
): Promise<void> {
  const accounts = [`game:${game}`, `house:games:${game}`];
  const [from, to] = amount < 0 ? accounts : accounts.toReversed();
  await world.query(
    `insert into ledger_postings (owner, key, kind, reason, currency, from_account, to_account, amount, posted_at)
      values ($1, gen_random_uuid()::text, 'post', 'game_result', 'BAHT', $2, $3, $4, $5)`,
    [memberId, from, to, Math.abs(amount), at],
  );
}

/** Closes slips between these times of day in Bangkok, `HH:MM`; never if the times are the same. */
export async function closeSlips(world: World, from: string, to: string): Promise<void> {
  const sql = `insert into settings (name, value) values ('slipsClosed', $1)
    on conflict (name) do update set value = excluded.value`;
  await world.query(sql, [JSON.stringify({ from, to })]);
}

type Slip = { status: 'PROCESSING' | 'SUCCESS' | 'FAILED'; note?: string; amount?: number; at?: string };

/** Writes a slip without a picture, amount in satang. The newest slip is written last. */
export async function writeSlip(world: World, { id: memberId }: Member, slip: Slip): Promise<void> {
  const { status, note = null, amount = null, at = new Date().toISOString() } = slip;
  await world.query(
    `insert into slips (reference, member_id, file, status, note, amount, created_at, look_at)
      values (upper(substr(md5(random()::text), 1, 20)), $1, md5(random()::text), $2, $3, $4, $5,
        case when $2 = 'PROCESSING' then app_now() + interval '1 day' end)`,
    [memberId, status, note, amount, at],
  );
}

/** A member without money pays in `baht` by QR code. Returns the member's token. */
export async function payIn(world: World, member: Member, baht: number): Promise<string> {
  const token = await world.tokenOf(member);
  const { body } = await world.call('POST /api/qrcode/WW', { token, body: { amount: baht } });
  await world.pay(String(body.qrcodeId));
  const mainWallet = async () => (await world.call('GET /api/wallet', { token })).body.wallet;
  await expect.poll(mainWallet).toMatchObject({ amount: baht });
  return token;
}
