import { expect, type Page } from '@playwright/test';
import { gameCard, gameSheet, openTransfer } from './home.ts';
import {
  button,
  enter,
  enterPhone,
  enterProfile,
  expectStep,
  field,
  filled,
  newcomer,
  next,
  submitRegistration,
  type Texts,
  texts,
} from './member.ts';
import { closeSlips, openDeposit, openWithdraw, writeEntries, writeSlip } from './money.ts';
import { acceptAgreement, type Member, newPhone, type World } from './world.ts';

type Look = (screen: string) => Promise<void>;
type Tour = (page: Page, world: World, locale: keyof typeof texts, look: Look) => Promise<void>;

/**
 * Together they lead through every screen and dialog in one language, with their messages open, and look at each.
 * They need a browser that has not accepted the agreement.
 */
export const TOURS: Record<string, Tour> = {
  'a visitor': tourOfVisitor,
  'a member': tourOfMember,
  'a member who pays in and out': tourOfMoney,
};

async function tourOfVisitor(page: Page, world: World, locale: keyof typeof texts, look: Look): Promise<void> {
  const t = texts[locale];
  await speak(page, locale);
  await page.goto('/login');
  await expect(field(page, t['login.phone'])).toBeVisible();
  await look('login');
  await button(page, t['login.submit']).click();
  await field(page, t['login.password']).fill('not the password');
  await field(page, t['login.phone']).fill(newPhone());
  await button(page, t['login.submit']).click();
  await expect(page.getByRole('alert')).toHaveText(t['error.WRONG_CREDENTIAL']);
  await look('login refused');

  await page.goto('/contact');
  await expect(page.getByRole('img')).toBeVisible();
  await look('contact');

  const who = newcomer();
  await page.route('**/api/lookup/registerOTP', (route) => route.fulfill({ json: { enabled: true } }));
  await page.goto('/register');
  await enterPhone(page, '0', t);
  await expect(page.getByText(t['field.PHONE_NUMBER_REQUIRE_10_DIGIT'])).toBeVisible();
  await look('register phone');
  await enterPhone(page, who.phone, t);
  await expectStep(page, 'otp', t);
  await look('register code');
  await field(page, t['register.otp']).pressSequentially(await world.codeFor(who.phone));
  await expectStep(page, 'profile', t);
  await next(page, t);
  await expect(field(page, t['register.name'])).toHaveAttribute('aria-invalid', 'true');
  await look('register profile');
  await enterProfile(page, who, t);
  await expectStep(page, 'bank', t);
  await submitRegistration(page, t);
  await expect(field(page, t['register.bank'])).toHaveAttribute('aria-invalid', 'true');
  await look('register bank');

  await page.goto('/terminated');
  await expect(page.getByRole('heading', { name: t['terminated.title'] })).toBeVisible();
  await look('terminated');
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: t['notFound.title'] })).toBeVisible();
  await look('not found');
}

async function tourOfMember(page: Page, world: World, locale: keyof typeof texts, look: Look): Promise<void> {
  const t = texts[locale];
  await speak(page, locale);
  const member = await world.newMember();
  await world.giveMoney(member.id, 1_234_567_89);
  await world.openAccount(member, 'pg', 1_000_000);
  await world.openAccount(member, 'joker');
  await enter(page, world, member);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await look('agreement');
  await dialog.getByRole('button', { name: t['agreement.accept'] }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('0.00').first()).toBeVisible();
  await look('home');

  await page.getByRole('navigation').getByRole('button', { name: t['menu.conditions'] }).click();
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await look('conditions');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await tourOfGames(page, world, t, look);

  await page.goto('/user/profile');
  await expect(page.getByText(member.phone)).toBeVisible();
  await look('profile');
  await button(page, t['profile.changePassword']).click();
  await expect(dialog).toBeVisible();
  await field(page, t['password.old']).fill('not the password');
  await field(page, t['password.new']).fill('seven77');
  await field(page, t['password.confirm']).fill('another');
  await button(page, t['action.save']).click();
  await expect(page.getByText(t['field.PASSWORD_MISMATCH'])).toBeVisible();
  await look('change password');
  await field(page, t['password.new']).fill('a new password');
  await field(page, t['password.confirm']).fill('a new password');
  await button(page, t['action.save']).click();
  await expect(page.getByRole('alertdialog')).toContainText(t['error.WRONG_PASSWORD']);
  await look('change password refused');

  await page.goto('/user/contact');
  await expect(page.getByRole('img')).toBeVisible();
  await look('member contact');
}

/** On home, with money in PG and none in Joker. */
async function tourOfGames(page: Page, world: World, t: Texts, look: Look): Promise<void> {
  const message = page.getByRole('alertdialog');
  const answer = async (label: string) => {
    await message.getByRole('button', { name: label, exact: true }).click();
    await expect(message).toBeHidden();
  };
  const sheet = gameSheet(page, 'PG', t);
  await gameCard(page, 'PG').click();
  await sheet.press(t['login.showPassword']);
  await sheet.amount.fill('0.5');
  await sheet.press(t['game.transferAndPlay']);
  await expect(sheet.amount).toHaveAttribute('aria-invalid', 'true');
  await look('game');
  await sheet.press(t['game.reset']);
  await expect(message).toBeVisible();
  await look('reset of a game password');
  await answer(t['action.cancel']);
  await sheet.amount.clear();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await sheet.press(t['game.play']);
  await expect(message).toContainText(t['game.blocked.text']);
  await look('game that the browser blocked');
  await answer(t['action.close']);
  await sheet.close();

  await world.fault({ target: 'games/usun', mode: 'refuse', call: 'create', times: 1 });
  await gameCard(page, 'USUN').click();
  const unopened = gameSheet(page, 'USUN', t);
  await expect(unopened.dialog.getByRole('alert')).toBeVisible();
  await look('game that could not be opened');
  await unopened.close();

  const form = await openTransfer(page, t);
  await form.submit.click();
  await expect(form.to).toHaveAttribute('aria-invalid', 'true');
  await look('transfer with problems');
  await world.fault({ target: 'games/joker', mode: 'refuse', call: 'move-in', times: 1 });
  await form.send('wallet', 'joker', '100');
  await expect(message).toContainText(t['error.TRANSFER_FAIL']);
  await look('transfer refused');
  await answer(t['action.ok']);
  await page.keyboard.press('Escape');
  await expect(form.dialog).toBeHidden();

  await button(page, t['home.collect']).click();
  await expect(message).toBeVisible();
  await look('collect');
  await answer(t['action.cancel']);
  await world.fault({ target: 'games/joker', mode: 'garbage', call: 'balance', times: 1 });
  await button(page, t['home.refreshAll']).click();
  await expect(gameCard(page, 'Joker')).toContainText(filled(t['home.staleAt'], { time: '' }).trim());
  await look('home with an old figure');
}

/** By a member of whom KBANK wants an English name first. */
async function tourOfMoney(page: Page, world: World, locale: keyof typeof texts, look: Look): Promise<void> {
  const t = texts[locale];
  await speak(page, locale);
  await acceptAgreement(page.context());
  const member = await world.newMember({ bankCode: 'KTB' });
  await world.query("update members set bank_account_name = 'สมหญิง ใจดี' where id = $1", [member.id]);
  const at = '2020-01-01T12:00:00+07:00';
  await writeEntries(world, member, [
    ...Array.from({ length: 60 }, () => ({ at, amount: 1_00 })),
    { at, amount: 123_456_78, type: 'withdraw', to: 'KTB', status: 'FAILED' },
    { at, amount: 123_456_78, type: 'transfer', to: 'pgslot', status: 'PROCESSING' },
    { at, amount: 123_456_78, type: 'bonus', link: ['bonus', 'สมาชิกใหม่ฝากครั้งแรกรับโบนัสร้อยเปอร์เซ็นต์'] },
    { at, amount: -123_456_78, type: 'finish_bonus' },
    { at, amount: 123_456_78, from: 'TRUEMONEY' },
  ]);
  await world.giveMoney(member.id, 1_234_567_89);
  await world.openAccount(member, 'pg', 1_234_000);
  await closeSlips(world, '00:00', '00:00');
  await enter(page, world, member);

  const deposit = await openDeposit(page, 'qr', t);
  await deposit.chooseProvider('WW');
  await deposit.amount.fill('99.99');
  await deposit.press(t['deposit.qr.create']);
  await expect(deposit.amount).toHaveAttribute('aria-invalid', 'true');
  await look('deposit by QR code');
  await deposit.amount.fill('123456.78');
  await deposit.press(t['deposit.qr.create']);
  await expect(deposit.code).toBeVisible();
  await look('QR code');
  await deposit.turnTo('bank');
  await deposit.slip.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await deposit.press(t['bankName.editFirst']);
  await deposit.dialog.getByText(t['deposit.manual.title'], { exact: true }).click();
  await deposit.press(t['deposit.manual.send']);
  await expect(deposit.amount).toHaveAttribute('aria-invalid', 'true');
  await look('deposit to a bank account');
  const picture = { name: `${'a_long_name_'.repeat(5)}.png`, mimeType: 'image/png', buffer: Buffer.from('a') };
  await deposit.slip.setInputFiles(picture);
  await deposit.press(t['deposit.slip.send']);
  await expect(deposit.dialog.getByRole('alert')).toBeVisible();
  await look('slip refused');
  await deposit.turnTo('true');
  await expect(deposit.link).toBeVisible();
  await look('deposit by True Wallet');
  await deposit.close();

  const withdraw = await openWithdraw(page, t);
  await withdraw.amount.fill('50000.01');
  await withdraw.next();
  await expect(withdraw.amount).toHaveAttribute('aria-invalid', 'true');
  await look('withdraw');
  await withdraw.ask('50000');
  await look('withdraw, the last look');

  await tourOfStatement(page, world, member, t, look);
}

async function tourOfStatement(page: Page, world: World, member: Member, t: Texts, look: Look): Promise<void> {
  await page.goto('/user/statement?from=2019-01-01&to=2019-01-01');
  await expect(page.getByText(t['statement.noneFound'])).toBeVisible();
  await look('statement without entries');
  await page.goto('/user/statement?from=2020-01-01&to=2020-01-01&page=4');
  await expect(page.getByRole('navigation', { name: t['statement.pages'] })).toBeVisible();
  await look('statement, a page in the middle');
  await page.goto('/user/statement');
  await expect(page.getByText(t['statement.finish'])).toBeVisible();
  await look('statement');

  await writeSlip(world, member, { status: 'FAILED', note: 'IMG_SIZE_UNABLE_TO_PROCESS' });
  await writeSlip(world, member, { status: 'PROCESSING' });
  await writeSlip(world, member, { status: 'SUCCESS', amount: 123_456_78 });
  await button(page, t['slips.open']).click();
  const slips = page.getByRole('dialog', { name: t['slips.title'], exact: true });
  await expect(slips.getByText(t['slip.IMG_SIZE_UNABLE_TO_PROCESS'])).toBeVisible();
  await look('slips');
  await slips.getByRole('listitem').first().getByRole('button').click();
  await expect(page.getByText(t['slips.imageFailed'])).toBeVisible();
  await look('slip whose picture is nowhere');
}

async function speak(page: Page, locale: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
}
