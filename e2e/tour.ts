import { expect, type Page } from '@playwright/test';
import { newPhone } from '../world/people.ts';
import { askToCollect, gameCard, gameSheet, openTransfer } from './home.ts';
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
  th,
} from './member.ts';
import { closeSlips, openDeposit, openWithdraw, payIn, writeEntries, writeSlip } from './money.ts';
import { type Look, tourOfBeginner, tourOfWaiting } from './tour-of-home.ts';
import { giveCoupons } from './wheel.ts';
import { acceptAgreement, type Member, type World } from './world.ts';

type Tour = (page: Page, world: World, look: Look) => Promise<void>;

/**
 * Together the tours lead through every screen and dialog, with their messages open, and call `look` at each. They find
 * elements by the Thai texts and need a browser that has not accepted the agreement.
 */
export const TOURS: Record<string, Tour> = {
  'a visitor': tourOfVisitor,
  'a new member': tourOfBeginner,
  'a member': tourOfMember,
  'a member who waits': tourOfWaiting,
  'a member who pays in and out': tourOfMoney,
  'a member who is rewarded': tourOfRewards,
};

/** A toast is a dialog of its own. */
const dialogOf = (page: Page) => page.locator('[data-overlay]').getByRole('dialog');

async function tourOfVisitor(page: Page, world: World, look: Look): Promise<void> {
  await page.goto('/login');
  await expect(field(page, th['login.phone'])).toBeVisible();
  await look('login');
  await button(page, th['login.submit']).click();
  await field(page, th['login.password']).fill('not the password');
  await field(page, th['login.phone']).fill(newPhone());
  await button(page, th['login.submit']).click();
  await expect(page.getByRole('alert')).toHaveText(th['error.WRONG_CREDENTIAL']);
  await look('login refused');

  await page.goto('/contact');
  await expect(page.getByRole('img')).toBeVisible();
  await look('contact');

  await page.goto('/howto');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5);
  await look('how-to');
  await page.getByRole('button', { name: th['howto.wallet.text'] }).click();
  await expect(page.getByRole('dialog').locator('video')).toBeVisible();
  await look('film');

  await tourOfReset(page, look);
  await world.operator('register-otp', 'on');
  await tourOfRegistering(page, world, look).finally(() => world.operator('register-otp', 'off'));

  await page.goto('/terminated');
  await expect(page.getByRole('heading', { name: th['terminated.title'] })).toBeVisible();
  await look('terminated');
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: th['notFound.title'] })).toBeVisible();
  await look('not found');
}

async function tourOfReset(page: Page, look: Look): Promise<void> {
  await page.goto('/reset');
  await button(page, th['reset.send']).click();
  await expect(field(page, th['login.phone'])).toHaveAttribute('aria-invalid', 'true');
  await look('forgotten password');
  await field(page, th['login.phone']).fill(newPhone());
  await button(page, th['reset.send']).click();
  await expect(field(page, th['register.otp'])).toBeVisible();
  await button(page, th['reset.submit']).click();
  await expect(field(page, th['password.new'])).toHaveAttribute('aria-invalid', 'true');
  await look('new password');
}

async function tourOfRegistering(page: Page, world: World, look: Look): Promise<void> {
  const who = newcomer();
  await page.goto('/register');
  await enterPhone(page, '0');
  await expect(page.getByText(th['field.PHONE_NUMBER_REQUIRE_10_DIGIT'])).toBeVisible();
  await look('register phone');
  await enterPhone(page, who.phone);
  await expectStep(page, 'otp');
  await look('register code');
  await field(page, th['register.otp']).pressSequentially(await world.codeFor(who.phone));
  await expectStep(page, 'profile');
  await next(page);
  await expect(field(page, th['register.name'])).toHaveAttribute('aria-invalid', 'true');
  await look('register profile');
  await enterProfile(page, who);
  await expectStep(page, 'bank');
  await submitRegistration(page);
  await expect(field(page, th['register.bank'])).toHaveAttribute('aria-invalid', 'true');
  await look('register bank');
}

async function tourOfMember(page: Page, world: World, look: Look): Promise<void> {
  const member = await world.newMember();
  await world.giveMoney(member.id, 1_234_567_89);
  await world.openAccount(member, 'pg', 1_000_000);
  await world.openAccount(member, 'joker');
  await enter(page, world, member);
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await look('agreement');
  await dialog.getByRole('button', { name: th['agreement.accept'] }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('0.00').first()).toBeVisible();
  await look('home');

  await page.getByRole('navigation').getByRole('button', { name: th['menu.conditions'] }).click();
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await look('conditions');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await tourOfGames(page, world, look);

  await page.goto('/user/profile');
  await expect(page.getByText(member.phone)).toBeVisible();
  await expect(page.getByText(th['security.title'])).toBeVisible();
  await look('profile');
  await button(page, th['profile.changePassword']).click();
  await expect(dialog).toBeVisible();
  await field(page, th['password.old']).fill('not the password');
  await field(page, th['password.new']).fill('seven77');
  await field(page, th['password.confirm']).fill('another');
  await button(page, th['action.save']).click();
  await expect(page.getByText(th['field.PASSWORD_MISMATCH'])).toBeVisible();
  await look('change password');
  await field(page, th['password.new']).fill('a new password');
  await field(page, th['password.confirm']).fill('a new password');
  await button(page, th['action.save']).click();
  await expect(page.getByRole('alertdialog')).toContainText(th['error.WRONG_PASSWORD']);
  await look('change password refused');

  await page.goto('/user/contact');
  await expect(page.getByRole('img')).toBeVisible();
  await look('member contact');
}

/** Begins on home, with money in PG and none in Joker. */
async function tourOfGames(page: Page, world: World, look: Look): Promise<void> {
  const message = page.getByRole('alertdialog');
  const answer = async (label: string) => {
    await message.getByRole('button', { name: label, exact: true }).click();
    await expect(message).toBeHidden();
  };
  const sheet = gameSheet(page, 'PG');
  await gameCard(page, 'PG').click();
  await sheet.unfold();
  await sheet.press(th['login.showPassword']);
  await sheet.amount.fill('0.5');
  await sheet.press(th['game.transferAndPlay']);
  await expect(sheet.amount).toHaveAttribute('aria-invalid', 'true');
  await look('game');
  await sheet.press(th['game.reset']);
  await expect(message).toBeVisible();
  await look('reset of a game password');
  await answer(th['action.cancel']);
  await sheet.amount.clear();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await sheet.press(th['game.play']);
  await expect(message).toContainText(th['game.blocked.text']);
  await look('game that the browser blocked');
  await answer(th['action.close']);
  await sheet.close();

  await world.fault({ target: 'games/usun', mode: 'refuse', call: 'create', times: 1 });
  await gameCard(page, 'USUN').click();
  const unopened = gameSheet(page, 'USUN');
  await expect(unopened.dialog.getByRole('alert')).toBeVisible();
  await look('game that could not be opened');
  await unopened.close();

  const form = await openTransfer(page);
  await form.amount.fill('0.5');
  await form.submit.click();
  await expect(form.to).toHaveAttribute('aria-invalid', 'true');
  await look('transfer with problems');
  await world.fault({ target: 'games/joker', mode: 'refuse', call: 'move-in', times: 1 });
  await form.send('wallet', 'joker', '100');
  await expect(message).toContainText(th['error.TRANSFER_FAIL']);
  await look('transfer refused');
  await answer(th['action.ok']);
  await page.keyboard.press('Escape');
  await expect(form.dialog).toBeHidden();

  await askToCollect(page);
  await expect(message).toBeVisible();
  await look('collect');
  await answer(th['action.cancel']);
  await world.fault({ target: 'games/pg', mode: 'garbage', call: 'balance', times: 1 });
  await button(page, th['home.refresh']).click();
  await expect(gameCard(page, 'PG')).toContainText(filled(th['home.staleAt'], { time: '' }).trim());
  await look('home with an old figure');
}

/** The tour of a member who must first give KBANK an English name. */
async function tourOfMoney(page: Page, world: World, look: Look): Promise<void> {
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

  const deposit = await openDeposit(page, 'qr');
  await deposit.chooseProvider('WW');
  await deposit.amount.fill('99.99');
  await deposit.press(th['deposit.qr.create']);
  await expect(deposit.amount).toHaveAttribute('aria-invalid', 'true');
  await look('deposit by QR code');
  await deposit.amount.fill('123456.78');
  await deposit.press(th['deposit.qr.create']);
  await expect(deposit.code).toBeVisible();
  await look('QR code');
  await deposit.turnTo('bank');
  await deposit.slip.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await deposit.unfold('000-000-0012');
  await deposit.press(th['bankName.editFirst']);
  await deposit.dialog.getByText(th['deposit.manual.title'], { exact: true }).click();
  await deposit.amount.fill('0');
  await deposit.press(th['deposit.manual.send']);
  await expect(deposit.amount).toHaveAttribute('aria-invalid', 'true');
  await look('deposit to a bank account');
  const picture = { name: `${'a_long_name_'.repeat(5)}.png`, mimeType: 'image/png', buffer: Buffer.from('a') };
  await deposit.slip.setInputFiles(picture);
  await deposit.press(th['deposit.slip.send']);
  await expect(deposit.dialog.getByRole('alert')).toBeVisible();
  await look('slip refused');
  await deposit.turnTo('true');
  await expect(deposit.link).toBeVisible();
  await look('deposit by True Wallet');
  await deposit.close();

  const withdraw = await openWithdraw(page);
  await withdraw.amount.fill('50000.01');
  await withdraw.next();
  await expect(withdraw.amount).toHaveAttribute('aria-invalid', 'true');
  await look('withdraw');
  await withdraw.goToReview('50000');
  await look('withdraw, the last look');

  await tourOfStatement(page, world, member, look);
}

async function tourOfStatement(page: Page, world: World, member: Member, look: Look): Promise<void> {
  await page.goto('/user/statement?from=2019-01-01&to=2019-01-01');
  await expect(page.getByText(th['statement.noneFound'])).toBeVisible();
  await look('statement without entries');
  await page.goto('/user/statement?from=2020-01-01&to=2020-01-01&page=4');
  await expect(page.getByRole('navigation', { name: th['statement.pages'] })).toBeVisible();
  await look('statement, a page in the middle');
  await page.goto('/user/statement');
  await expect(page.getByText(th['statement.finish'])).toBeVisible();
  await look('statement');

  await writeSlip(world, member, { status: 'FAILED', note: 'IMG_SIZE_UNABLE_TO_PROCESS' });
  await writeSlip(world, member, { status: 'PROCESSING' });
  await writeSlip(world, member, { status: 'SUCCESS', amount: 123_456_78 });
  await button(page, th['slips.open']).click();
  const slips = page.getByRole('dialog', { name: th['slips.title'], exact: true });
  await expect(slips.getByText(th['slip.IMG_SIZE_UNABLE_TO_PROCESS'])).toBeVisible();
  await look('slips');
  await slips.getByRole('listitem').first().getByRole('button').click();
  await expect(page.getByText(th['slips.imageFailed'])).toBeVisible();
  await look('slip whose picture is nowhere');
}

async function tourOfRewards(page: Page, world: World, look: Look): Promise<void> {
  await acceptAgreement(page.context());
  const member = await world.newMember();
  await payIn(world, member, 5_000);
  await giveCoupons(world, member, ['BONUS300', 'COIN3', 'CREDIT20', 'CREDIT10']);
  await enter(page, world, member, '/user/bonus');
  const dialog = dialogOf(page);
  const message = page.getByRole('alertdialog');

  const code = page.getByRole('textbox', { name: th['promotion.code'], exact: true });
  await code.fill('NOSUCHPROMOTION');
  await button(page, th['action.search']).click();
  await expect(dialog).toContainText(th['promotion.notFound']);
  await look('no such promotion');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await look('bonuses');
  await code.fill('WELCOME50');
  await button(page, th['action.search']).click();
  await expect(dialog).toContainText('WELCOME50');
  await look('promotion');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /^NEW100 / }).click();
  await expect(dialog).toContainText('NEW100');
  await look('bonus');
  await dialog.getByRole('button', { name: th['bonus.receive'], exact: true }).click();
  await expect(dialog).toBeHidden();
  await button(page, th['bonus.cancel']).click();
  await expect(message).toBeVisible();
  await look('cancelling a bonus');
  await message.getByRole('button').first().click();
  await expect(message).toBeHidden();
  await look('bonus that runs');

  await page.goto('/user/home');
  await button(page, th['home.refund']).click();
  await expect(dialog.getByRole('button', { name: th['refund.claim'], exact: true })).toBeDisabled();
  await look('refund');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await look('home with a bonus that runs');
  await button(page, th['home.invite']).click();
  await expect(dialog.getByRole('img', { name: th['invite.qr'], exact: true })).toBeVisible();
  await look('invite');

  await page.goto('/user/spin');
  await page.getByRole('button', { name: th['wheel.claim'] }).first().click();
  await expect(message).toBeVisible();
  await look('claiming a coupon');
  await message.getByRole('button', { name: th['action.cancel'], exact: true }).click();
  await expect(message).toBeHidden();
  await look('wheel');
  await button(page, th['wheel.history']).click();
  await expect(dialog).toBeVisible();
  await look('past spins');
}
