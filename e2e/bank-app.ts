import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, type Member, type World } from './world.ts';

/** The sandbox's page in a second tab: the bank's app, TrueMoney's and what the bank does with payouts. */
export async function openBankApp(page: Page, world: World) {
  const tab = await page.context().newPage();
  await tab.goto(world.sandboxUrl);
  const card = (name: string) => tab.getByRole('region', { name, exact: true });
  const bank = card('Bank app');
  const truemoney = card('TrueMoney');

  /** Brings the tab to the front while `act` runs: a tab in the background is slow to react. */
  const inFront = async <T>(act: () => Promise<T>): Promise<T> => {
    await tab.bringToFront();
    const result = await act();
    await page.bringToFront();
    return result;
  };

  type Order = { to: string; amount: string; isTold?: boolean };
  return {
    /** Pays the QR code with this text, like `300.00 BAHT to WW`. */
    pay: (what: string) =>
      inFront(async () => {
        await bank.getByRole('button', { name: `Pay ${what}`, exact: true }).click();
        await expect(bank.getByRole('img', { name: /^Slip: .* paid$/ })).toBeVisible();
      }),
    /** Sends a member's money and returns the slip. `isTold`: the bank reports the transfer to the product. */
    transfer: (member: Member, { to, amount, isTold = true }: Order) =>
      inFront(async () => {
        await bank.getByRole('combobox', { name: 'From', exact: true }).selectOption(member.bankCode);
        await bank.getByLabel('Account', { exact: true }).fill(member.bankAccountNo);
        await bank.getByLabel('Name', { exact: true }).fill(member.bankAccountName);
        await bank.getByRole('combobox', { name: 'To', exact: true }).selectOption(to);
        await bank.getByLabel('Amount BAHT').fill(amount);
        await bank.getByLabel('The bank tells the product of it').setChecked(isTold);
        await bank.getByRole('button', { name: 'Transfer', exact: true }).click();
        await expect(bank.getByRole('img', { name: `Slip: ${amount} BAHT sent` })).toBeVisible();
        const [download] = await Promise.all([
          tab.waitForEvent('download'),
          bank.getByRole('link', { name: 'Save the slip' }).click(),
        ]);
        return {
          name: download.suggestedFilename(),
          mimeType: 'image/png',
          buffer: await readFile(await download.path()),
        };
      }),
    makeVoucher: (baht: string) =>
      inFront(async () => {
        await truemoney.getByLabel('Amount in baht').fill(baht);
        await truemoney.getByRole('button', { name: 'Make a voucher' }).click();
        const copy = truemoney.getByRole('button', { name: /^Copy https:/ });
        return ((await copy.getAttribute('aria-label')) ?? '').replace('Copy ', '');
      }),
    /** Sends money from the wallet of a member's phone to the service's. */
    sendToWallet: (member: Member, baht: string) =>
      inFront(async () => {
        await truemoney.getByLabel('From phone').fill(member.phone);
        await truemoney.getByLabel('Sender').fill(member.bankAccountName);
        await truemoney.getByLabel('Baht', { exact: true }).fill(baht);
        await truemoney.getByRole('button', { name: 'Send to the service’s wallet' }).click();
        await expect(truemoney.getByRole('button', { name: /^Copy \d/ })).toBeVisible();
      }),
    /** Decides a payout that waits for a decision. */
    decide: (reference: string, result: 'Paid' | 'Refused') =>
      inFront(() =>
        card('Payouts')
          .getByRole('button', { name: `${result}: payout ${reference}`, exact: true })
          .click(),
      ),
  };
}
