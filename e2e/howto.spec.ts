import type { Locator, Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { button, en, filled, la, type Texts, th } from './member.ts';
import { expect, test } from './world.ts';

const FILMS = ['wallet', 'playing', 'balance', 'bonus', 'ending'] as const;
type Film = (typeof FILMS)[number];

function howto(page: Page, t: Texts = th) {
  const dialogOf = (film: Film) => page.getByRole('dialog', { name: t[`howto.${film}`], exact: true });
  return {
    heading: page.getByRole('heading', { level: 1, name: t['howto.title'], exact: true }),
    cards: page.getByRole('main').getByRole('listitem').getByRole('button'),
    card: (film: Film) => page.getByRole('button', { name: `${t[`howto.${film}`]} ${t[`howto.${film}.text`]}` }),
    dialogOf,
    videoOf: (film: Film) => dialogOf(film).locator('video'),
    close: (film: Film) => dialogOf(film).getByRole('button', { name: t['action.close'], exact: true }).click(),
  };
}

/** The files of films that the page fetches from now on: `wallet.th.mp4`, `wallet.th.vtt`, but no posters. */
function watchFilms(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const [, file] = /\/art\/howto\/(.+\.(?:mp4|vtt))$/.exec(request.url()) ?? [];
    if (file) fetched.push(file);
  });
  return fetched;
}

const secondsOf = (video: Locator) => video.evaluate((film: HTMLVideoElement) => film.currentTime);

/** The captions that are switched on, and their text at this moment. */
function captionsOf(video: Locator) {
  return video.evaluate((film: HTMLVideoElement) =>
    [...film.textTracks]
      .filter(({ mode }) => mode !== 'disabled')
      .map(({ language, mode, activeCues }) => ({
        language,
        mode,
        text: [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text).join(),
      })),
  );
}

const LANGUAGES = [
  { locale: 'la', texts: la, tag: 'lo', letters: /[ກ-ໝ]/ },
  { locale: 'en', texts: en, tag: 'en', letters: /[a-z]/ },
  { locale: 'th', texts: th, tag: 'th', letters: /[ก-๙]/ },
];

test(
  'a visitor finds five films by the menu, none fetched before it is opened, and watches one without a mouse',
  IN_FULL,
  async ({ page }) => {
    const fetched = watchFilms(page);
    await page.goto('/login');
    // Before the page's script has come the browser follows the link: it reads the new page from its top.
    await expect(button(page, th['login.submit'])).toBeEnabled();
    await page.getByRole('navigation').getByRole('link', { name: th['menu.howTo'], exact: true }).click();
    await expect(page).toHaveURL('/howto');
    const { heading, cards, card, dialogOf, videoOf, close } = howto(page);
    await expect(heading).toBeFocused();
    await expect(cards).toHaveCount(FILMS.length);
    for (const [index, film] of FILMS.entries()) await expect(cards.nth(index)).toContainText(th[`howto.${film}`]);
    await page.waitForLoadState('networkidle');
    expect(fetched).toEqual([]);

    await test.step('a film is fetched once it is opened, and no other', async () => {
      await card('playing').click();
      await expect(videoOf('playing')).toBeVisible();
      await expect.poll(() => fetched).toContain('playing.th.mp4');
      expect(fetched.every((file) => file.startsWith('playing.'))).toBe(true);
      await close('playing');
      await expect(dialogOf('playing')).toBeHidden();
      await expect(card('playing')).toBeFocused();
    });

    await test.step('a film is opened and closed by keyboard, and waits to be started where motion is unwanted', async () => {
      await card('ending').focus();
      await page.keyboard.press('Enter');
      const video = videoOf('ending');
      await expect(dialogOf('ending')).toBeFocused();
      await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(0);
      expect(await video.evaluate((film: HTMLVideoElement) => film.paused)).toBe(true);
      await video.focus();
      await page.keyboard.press('Space');
      await expect.poll(() => secondsOf(video)).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      await expect(dialogOf('ending')).toBeHidden();
      await expect(card('ending')).toBeFocused();
    });
  },
);

test.describe('a film', IN_FULL, () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test("plays by itself with screens and captions in the visitor's language, and stops when it is closed", async ({
    page,
  }) => {
    await page.goto('/howto');
    for (const { locale, texts, tag, letters } of LANGUAGES)
      await test.step(`in ${tag}`, async () => {
        await page.locator('header').getByRole('combobox').selectOption(locale);
        await expect(page.locator('html')).toHaveAttribute('lang', tag);
        const { card, dialogOf, videoOf, close } = howto(page, texts);
        await card('wallet').click();
        const video = videoOf('wallet');
        await expect.poll(() => secondsOf(video)).toBeGreaterThan(0.5);
        await expect(video).toHaveAttribute('src', `/art/howto/wallet.${locale}.mp4`);
        await expect
          .poll(() => captionsOf(video))
          .toEqual([{ language: tag, mode: 'showing', text: expect.stringMatching(letters) }]);

        const element = await video.elementHandle();
        await close('wallet');
        await expect(dialogOf('wallet')).toBeHidden();
        expect(await element?.evaluate((film: HTMLVideoElement) => film.paused)).toBe(true);
      });
  });

  test('that cannot be loaded says so, one that ends offers the next, and the last one offers none', async ({
    page,
  }) => {
    const runToEnd = async (video: Locator) => {
      await expect.poll(() => secondsOf(video)).toBeGreaterThan(0);
      await video.evaluate((film: HTMLVideoElement) => {
        film.currentTime = film.duration - 0.2;
      });
      await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.ended)).toBe(true);
    };
    await page.goto('/howto');
    const { card, dialogOf, videoOf, close } = howto(page);

    await test.step('a film that cannot be loaded says so, and plays once it can', async () => {
      await page.route('**/*.mp4', (route) => route.abort());
      await card('balance').click();
      await expect(dialogOf('balance').getByRole('alert')).toContainText(th['howto.failed']);
      await page.unroute('**/*.mp4');
      await dialogOf('balance').getByRole('button', { name: th['action.retry'], exact: true }).click();
      await expect.poll(() => secondsOf(videoOf('balance'))).toBeGreaterThan(0);
      await expect(dialogOf('balance').getByRole('alert')).toBeHidden();
      await close('balance');
    });

    await test.step('a film offers the next one at its end, and the last one offers none', async () => {
      await card('bonus').click();
      await runToEnd(videoOf('bonus'));
      const next = filled(th['howto.next'], { title: th['howto.ending'] });
      await dialogOf('bonus').getByRole('button', { name: next, exact: true }).click();
      await expect(dialogOf('ending').locator(':focus')).toHaveCount(1);
      await runToEnd(videoOf('ending'));
      await expect(dialogOf('ending').getByRole('button')).toHaveCount(1);
    });
  });
});

test(
  'a film can be fetched from any place in it, and captions have their own content type',
  IN_FULL,
  async ({ page }) => {
    const part = await page.request.get('/art/howto/wallet.th.mp4', { headers: { range: 'bytes=1000-1099' } });
    expect(part.status()).toBe(206);
    expect(part.headers()).toMatchObject({ 'content-type': 'video/mp4', 'content-length': '100' });
    const captions = await page.request.get('/art/howto/wallet.la.vtt');
    expect(captions.headers()['content-type']).toMatch(/^text\/vtt\b/);
    expect(await captions.text()).toMatch(/^WEBVTT\n/);
  },
);
