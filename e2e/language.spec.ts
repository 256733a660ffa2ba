import type { Locale } from '@krapao/contract/editions.ts';
import type { Page } from '@playwright/test';
import { heldTogether } from '../web/src/i18n/held-words.ts';
import { IN_FULL } from '../world/tier.ts';
import { switchLanguage } from './languages.ts';
import { comeToRest } from './layout.ts';
import { wordsCut } from './line-ends.ts';
import { button, en, enter, field, la, type Texts, th } from './member.ts';
import { TOURS } from './tour.ts';
import { violationsOf } from './wcag.ts';
import { expect, test } from './world.ts';

const chooseLanguage = (page: Page, label: string, locale: string) =>
  page.getByRole('combobox', { name: label }).selectOption(locale);

test('a visitor changes the language at once, without losing what was typed, in every tab and for the next visit', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await field(page, th['login.phone']).fill('0812345670');
  const languages = page.getByRole('combobox', { name: th['language.label'] }).locator('option');
  expect(await languages.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual([
    ...['th', 'la', 'en'],
  ]);

  await chooseLanguage(page, th['language.label'], 'la');
  await expect(page.getByRole('button', { name: la['login.submit'] })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  await expect(field(page, la['login.phone'])).toHaveValue('081 234 5670');

  await chooseLanguage(page, la['language.label'], 'en');
  await expect(page.getByRole('button', { name: en['login.submit'] })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(field(page, en['login.phone'])).toHaveValue('081 234 5670');
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en');

  await field(page, en['login.password']).fill('not the password');
  await page.getByRole('button', { name: en['login.submit'] }).click();
  await expect(page.getByRole('alert')).toHaveText(en['error.WRONG_CREDENTIAL']);

  const other = await context.newPage();
  await test.step('the next visit begins in the chosen language', async () => {
    await other.goto('/login');
    await expect(other.getByRole('button', { name: en['login.submit'] })).toBeVisible();
    await expect(other.locator('html')).toHaveAttribute('lang', 'en');
  });

  await test.step('a language that is chosen in one tab holds in the others, for an error on the screen too', async () => {
    await chooseLanguage(other, en['language.label'], 'th');
    await expect(page.getByRole('button', { name: th['login.submit'] })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(th['error.WRONG_CREDENTIAL']);
  });
});

test('the conditions open from the menu in the language that the member chooses, and close again', async ({
  page,
  world,
}) => {
  await enter(page, world, await world.newMember(), '/user/contact');
  const opener = (t: Texts) => page.getByRole('navigation').getByRole('button', { name: t['menu.conditions'] });
  await opener(th).click();
  const conditions = page.getByRole('dialog', { name: th['conditions.title'] });
  await expect(conditions.getByRole('listitem')).toHaveCount(6);
  await conditions.getByRole('button', { name: th['action.close'] }).click();
  await expect(conditions).toBeHidden();
  await expect(opener(th)).toBeFocused();

  await chooseLanguage(page, th['language.label'], 'en');
  await opener(en).click();
  await expect(page.getByRole('dialog')).toContainText('Members must be at least 20 years old');
  await page.keyboard.press('Escape');
  await chooseLanguage(page, en['language.label'], 'la');
  await opener(la).click();
  await expect(page.getByRole('dialog')).toContainText('ສະມາຊິກຕ້ອງມີອາຍຸ 20 ປີ');
});

/** As the members' bar has them on a phone and on a wide screen, word for word. */
const BAR_WORDS = {
  th: {
    phone: ['หน้าหลัก', 'ธุรกรรม', 'เงื่อนไข', 'ติดต่อเรา', 'โปรไฟล์'],
    wide: ['หน้าหลัก', 'ประวัติธุรกรรม', 'เงื่อนไข', 'ติดต่อเรา', 'โปรไฟล์'],
  },
  la: {
    phone: ['ໜ້າຫຼັກ', 'ລາຍການ', 'ເງື່ອນໄຂ', 'ຕິດຕໍ່', 'ໂປຣໄຟລ໌'],
    wide: ['ໜ້າຫຼັກ', 'ລາຍການເຄື່ອນໄຫວ', 'ເງື່ອນໄຂ', 'ຕິດຕໍ່', 'ໂປຣໄຟລ໌'],
  },
  en: {
    phone: ['Home', 'History', 'Conditions', 'Contact', 'Profile'],
    wide: ['Home', 'Statement', 'Conditions', 'Contact', 'Profile'],
  },
};

test('the menu of members has its five words in each language, the shorter one for the statement on a phone', async ({
  page,
  world,
}) => {
  await enter(page, world, await world.newMember(), '/user/contact');
  const choice = page.getByRole('banner').getByRole('combobox');
  const entries = page.getByRole('navigation').getByRole('listitem');
  for (const [locale, { phone, wide }] of Object.entries(BAR_WORDS)) {
    await choice.selectOption(locale);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(entries, `${locale} on a phone`).toHaveText(phone.map(heldTogether), { useInnerText: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(entries, `${locale} on a wide screen`).toHaveText(wide.map(heldTogether), { useInnerText: true });
  }
});

test('the chat is in the language on the screen while another one, just chosen, is still on its way', async ({
  page,
}) => {
  const chosen = Promise.withResolvers<void>();
  await page.route('**/api/chat/config', async (route) => {
    await chosen.promise;
    await route.continue();
  });
  await page.goto('/login');
  // Only now the script is there, which takes up the choice that is stored by then.
  await expect(button(page, th['login.submit'])).toBeEnabled();
  // Another tab stores the choice. The browser fires the storage event of this page a moment later: see below.
  await page.evaluate(() => localStorage.setItem('locale', 'la'));
  chosen.resolve();
  await expect(page.getByRole('button', { name: th['chat.open'] })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'locale' })));
  await expect(page.getByRole('button', { name: la['chat.open'] })).toBeVisible();
});

const NARROWEST = 320;
const PHONES = [NARROWEST, 360, 390];
type Looks = [locale: Locale, widths: number[]][];
/** Thai comes last: the tour goes on in Thai, and as narrow as any phone. */
const LOOKS: Looks = [
  ['la', [1440, ...PHONES]],
  ['en', [...PHONES, 1440]],
  ['th', [1440, ...PHONES.toReversed()]],
];

/**
 * Nothing moves, and nothing is drawn that neither a text nor its contrast depends on, nor the page behind a dialog,
 * which has a look of its own: at a dozen looks a screen it adds up.
 */
function holdStill(): void {
  if (document.adoptedStyleSheets.length > 0) return;
  const sheet = new CSSStyleSheet();
  const still = 'transition: none !important; animation: none !important;';
  const plain = 'backdrop-filter: none !important; filter: none !important; box-shadow: none !important;';
  const dialogAlone = 'body:has([role=dialog], [role=alertdialog]) > #root { content-visibility: hidden; }';
  sheet.replaceSync(`*, ::before, ::after, ::backdrop { ${still} ${plain} } ${dialogAlone}`);
  document.adoptedStyleSheets = [sheet];
}

/**
 * Texts that overflow the window or a box that hides its overflow; and the texts of several lines, line by line.
 */
function readTexts(): { wrong: string[]; lines: string[][] } {
  const isRead = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('select');
  const isForEarsOnly = ({ width, height }: DOMRect) => width <= 1 && height <= 1;
  const wrong: string[] = [];
  const lines: string[][] = [];
  // A row has no room for a long text: its title tells the whole of it, and so does the sheet that the row opens.
  const isTitled = (element: Element, text: string) =>
    element.closest('[title]')?.getAttribute('title')?.includes(text) === true;
  const boxes = new Map<Element, { frame: DOMRect; hides: boolean; isRow: boolean }>();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode.textContent?.trim();
    const element = words.currentNode.parentElement;
    if (!text || !element || !isRead(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    const { left, right } = range.getBoundingClientRect();
    const rects = [...range.getClientRects()];
    if (rects.some(({ top, height }) => top > (rects[0]?.top ?? 0) + height / 2))
      lines.push(linesOf(words.currentNode));
    let slides = isTitled(element, text);
    for (let box: Element | null = slides ? null : element; box && box !== document.body; box = box.parentElement) {
      const { frame, hides, isRow } = boxOf(box);
      if (isForEarsOnly(frame)) break;
      // A row that slides may hide a part of its content.
      slides ||= isRow;
      if (slides) break;
      if (hides && (left < frame.left - 1 || right > frame.right + 1)) wrong.push(`"${text}" in its box`);
    }
    const isAside = slides || element.closest('.sr-only') !== null;
    if (!isAside && (left < -1 || right > window.innerWidth + 1)) wrong.push(`"${text}" in the window`);
  }
  if (document.documentElement.scrollWidth > window.innerWidth) wrong.push('the page scrolls sideways');
  return { wrong, lines };

  /** Most texts stand in boxes that have been asked about before. */
  function boxOf(box: Element) {
    let known = boxes.get(box);
    if (!known) {
      const { overflowX } = getComputedStyle(box);
      const isRow = /auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth;
      known = { frame: box.getBoundingClientRect(), hides: overflowX !== 'visible', isRow };
      boxes.set(box, known);
    }
    return known;
  }

  /** Each line's end is looked for by halves, since asking for a place is slow. */
  function linesOf(node: Node): string[] {
    const whole = node.textContent ?? '';
    const place = document.createRange();
    /** Where a letter stands; a space at a line's end stands nowhere, and counts to the letter before. */
    const rectAt = (at: number): DOMRect | undefined => {
      place.setStart(node, at);
      place.setEnd(node, at + 1);
      return place.getClientRects()[0] ?? (at > 0 ? rectAt(at - 1) : undefined);
    };
    const found: string[] = [];
    for (let start = 0; start < whole.length; ) {
      const first = rectAt(start);
      const isBelow = (at: number) => (rectAt(at)?.top ?? 0) > (first?.top ?? 0) + (first?.height ?? 0) / 2;
      let [low, high] = [start + 1, whole.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBelow(middle)) high = middle;
        else low = middle + 1;
      }
      found.push(whole.slice(start, low));
      start = low;
    }
    return found;
  }
}

/** One tour in Thai. Texts are checked in every language; the rules of WCAG in one, since they hold alike. */
test.describe('every screen and dialog', IN_FULL, () => {
  test.use({ agreementAccepted: false });

  for (const [who, tour] of Object.entries(TOURS)) {
    test(`shows ${who} no text cut off and no word cut in two in any language, and is usable by the rules of WCAG`, async ({
      page,
      world,
    }) => {
      test.slow();
      const wrong: string[] = [];
      await tour(page, world, async (screen) => {
        await page.evaluate(holdStill);
        for (const [locale, widths] of LOOKS) {
          await switchLanguage(page, locale);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 844 });
            await page.evaluate(comeToRest);
            const read = await page.evaluate(readTexts);
            for (const what of [...read.wrong, ...wordsCut(read.lines)])
              wrong.push(`${screen}, ${locale} at ${width}: ${what}`);
          }
        }
        // So high that nothing lies behind the end of a sheet that scrolls.
        await page.setViewportSize({ width: NARROWEST, height: 2400 });
        for (const what of await violationsOf(page)) wrong.push(`${screen}: ${what}`);
        await page.setViewportSize({ width: NARROWEST, height: 844 });
      });
      expect(wrong).toEqual([]);
    });
  }
});
