import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import manifest from '../package.json' with { type: 'json' };
import { digits, newPhone } from '../world/people.ts';
import { en, la, type Texts, th } from '../world/shown-texts.ts';
import type { Member, World } from './world.ts';

export { en, la, type Texts, th };

/** The texts of each language. */
export const TEXTS_OF: [string, Texts][] = Object.entries({ th, la, en });

/** As the contact page shows it. */
export const VERSION = manifest.version;

/** `filled(th['field.REQUIRED'], { field: 'ชื่อ' })` */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

/** An amount as Thai sentences have it. */
export const baht = (figures: string) => `${figures}\u00a0${th['money.baht']}`;

export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** Chooses a radio button that looks like a tile or a chip by clicking its visible part. */
export async function choose(radio: Locator): Promise<void> {
  await radio.locator('xpath=ancestor::label').click();
  await expect(radio).toBeChecked();
}

/** The page's calls of the API from now on, like `POST /api/login`. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** The calls that send something. The page reads the chat's history by itself, which does not count. */
export const sentIn = (calls: string[]) =>
  calls.filter((call) => !call.startsWith('GET ') && call !== 'POST /api/chat/history');

/** Expects the message at its field, on the screen and for a screen reader. */
export async function expectProblem(page: Page, label: string, message: string): Promise<void> {
  const wrong = field(page, label);
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toHaveAccessibleDescription(new RegExp(`^${message.replaceAll(/[().]/g, '\\$&')}`));
  await expect(page.getByRole('paragraph').filter({ hasText: message }).first()).toBeVisible();
}

/** The message at a field that was left empty. */
export const required = (label: string) => filled(th['field.REQUIRED'], { field: label });

export const PASSWORD_LENGTH = filled(th['field.PASSWORD_LENGTH'], { min: 8, max: 128 });

const STEP_MS = 50;

/** Moves the page's stopped clock on until `isSo`. Returns by how much. */
export async function passTimeUntil(page: Page, isSo: () => Promise<boolean>): Promise<number> {
  let passedMs = 0;
  const pass = async () => {
    await page.clock.runFor(STEP_MS);
    passedMs += STEP_MS;
    return isSo();
  };
  await expect.poll(pass, { intervals: [STEP_MS] }).toBe(true);
  return passedMs;
}

type MemberCredentials = Pick<Member, 'phone' | 'password'>;

/** Fills and sends the form of the login page. */
export async function enterCredentials(
  page: Page,
  { phone, password }: MemberCredentials,
  t: Texts = th,
): Promise<void> {
  await field(page, t['login.phone']).fill(phone);
  await field(page, t['login.password']).fill(password);
  await button(page, t['login.submit']).click();
}

export async function signIn(page: Page, member: MemberCredentials, t: Texts = th): Promise<void> {
  await page.goto('/login');
  await enterCredentials(page, member, t);
  await expect(page).toHaveURL(/\/user\/home$/);
}

/** Signs the member in without the form, for tests that are about something else. */
export async function enter(page: Page, world: World, member: MemberCredentials, path = '/user/home'): Promise<void> {
  await page.addInitScript((token) => sessionStorage.setItem('token', token), await world.tokenOf(member));
  await page.goto(path);
}

export async function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('token') ?? localStorage.getItem('token'));
}

export function newcomer() {
  return {
    phone: newPhone(),
    name: 'สมศักดิ์ รักดี',
    password: 'eight or more',
    bankCode: 'KBANK',
    accountNo: digits(10),
    firstName: 'Somsak',
    lastName: 'Rakdee',
  };
}
export type Newcomer = ReturnType<typeof newcomer>;

export async function expectStep(page: Page, step: 'phone' | 'otp' | 'profile' | 'bank', t: Texts = th): Promise<void> {
  await expect(page.getByText(`· ${t[`register.step.${step}`]}`)).toBeVisible();
}

export async function next(page: Page, t: Texts = th): Promise<void> {
  await button(page, t['action.next']).click();
}

export async function enterPhone(page: Page, phone: string, t: Texts = th): Promise<void> {
  await field(page, t['register.phone']).fill(phone);
  await next(page, t);
}

export async function enterProfile(page: Page, { name, password }: Newcomer, t: Texts = th): Promise<void> {
  await field(page, t['register.name']).fill(name);
  await field(page, t['register.password']).fill(password);
  await field(page, t['register.confirm']).fill(password);
  await next(page, t);
}

export async function fillBank(page: Page, who: Newcomer, t: Texts = th): Promise<void> {
  await field(page, t['register.bank']).selectOption(who.bankCode);
  await field(page, t['register.accountNo']).fill(who.accountNo);
  await field(page, t['register.firstName']).fill(who.firstName);
  await field(page, t['register.lastName']).fill(who.lastName);
}

export async function submitRegistration(page: Page, t: Texts = th): Promise<void> {
  await button(page, t['register.submit']).click();
}

/** Walks from the first step to a filled bank step, where registration needs no OTP. */
export async function walkToBank(page: Page, who: Newcomer, t: Texts = th): Promise<void> {
  await page.goto('/register');
  await enterPhone(page, who.phone, t);
  await enterProfile(page, who, t);
  await fillBank(page, who, t);
}

/**
 * Lets a call fail until the member presses "try again", which the answer does: a page also asks by itself, and would
 * take the button away.
 */
export async function breakUntilRetried(page: Page, url: string, status: number, message: string) {
  const mark = `data-retried-${randomUUID()}`;
  const retried = page.locator(`html[${mark}]`);
  let works = false;
  await page.route(url, async (route) => {
    works ||= (await retried.count()) > 0;
    await (works ? route.fallback() : route.fulfill({ status, json: { message } }));
  });
  return async () => {
    await page.evaluate((mark) => {
      const note = () => document.documentElement.setAttribute(mark, '');
      document.addEventListener('click', note, { capture: true });
    }, mark);
    await button(page, th['action.retry']).click();
  };
}
