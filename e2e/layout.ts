import type { Page } from '@playwright/test';
import { COLOURS } from './home.ts';

/** The lower edges of what matters on the first screen of home, and how much of the first game's picture is in sight. */
export async function firstScreen(page: Page, actions: string[]) {
  return page.evaluate((names) => {
    const main = document.querySelector('main');
    const menuTop = document.querySelector('nav')?.getBoundingClientRect().top ?? 0;
    const ends = names.map((name) => {
      const action = [...(main?.querySelectorAll('button') ?? [])].find((one) => one.innerText.startsWith(name));
      return action ? Math.round(action.getBoundingClientRect().bottom) : null;
    });
    const art = main?.querySelector('section li img')?.getBoundingClientRect();
    const artInSight = art ? Math.max(0, Math.min(art.bottom, menuTop) - art.top) / art.height : 0;
    const tooWide = [...document.querySelectorAll('main *')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('ul'))
      .map((one) => one.outerHTML.slice(0, 120))
      .filter(() => document.documentElement.scrollWidth > innerWidth);
    return { ends, menuTop, artInSight, tooWide };
  }, actions);
}

/** The page hears of another width before its next frame; what still moves then is moved by a script. */
export async function comeToRest(): Promise<void> {
  await document.fonts.ready;
  await new Promise(requestAnimationFrame);
  const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running');
  for (let left = moving(); left.length > 0; left = moving())
    await Promise.allSettled(left.map(({ finished }) => finished));
}

/** What a finger hits less than 44 px wide or high, counting its labels; a link inside a text is as high as its line. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const small: string[] = [];
    /** A finger scrolls to what its row or sheet cuts. */
    const isCut = (target: Element, { left, right, top, bottom }: DOMRect) => {
      for (let box = target.parentElement; box; box = box.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(box).overflow)) continue;
        const frame = box.getBoundingClientRect();
        if (top < frame.top - 1 || bottom > frame.bottom + 1) return true;
        if (left < frame.left - 1 || right > frame.right + 1) return true;
      }
      return false;
    };
    /** A target under the menu or a sheet can be scrolled out from there, so it is not counted. */
    const floatOf = (element: Element | null): Element | null => {
      for (let box = element; box; box = box.parentElement) if (getComputedStyle(box).position === 'fixed') return box;
      return null;
    };
    const inputs = ['input', 'select', 'textarea'].map((name) => `${name}:enabled`);
    const targets = ['button:enabled', 'a[href]', 'summary', 'label:has(input:enabled)', ...inputs].join();
    for (const target of document.querySelectorAll<HTMLElement>(targets)) {
      const box = target.getBoundingClientRect();
      const { left, right, top, bottom } = box;
      const isInSight = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && right - left > 2;
      const isInText =
        getComputedStyle(target).display === 'inline' &&
        target.parentElement?.textContent?.trim() !== target.textContent?.trim();
      if (!target.checkVisibility({ visibilityProperty: true }) || !isInSight || isInText || isCut(target, box))
        continue;
      const parts = [target, ...((target as HTMLInputElement).labels ?? [])];
      const isOn = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return parts.some((part) => part.contains(hit)) || floatOf(hit) !== floatOf(target);
      };
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (!isOn(x, y)) continue;
      const reach = (stepX: number, stepY: number) => {
        let far = 0;
        while (far < 44 && isOn(x + stepX * (far + 1), y + stepY * (far + 1))) far += 1;
        return far;
      };
      const [width, height] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
      // A pixel less on each side: edges lie between pixels.
      if (width < 42 || height < 42) small.push(`${width} x ${height}: ${target.outerHTML.slice(0, 160)}`);
    }
    return small;
  });
}

/**
 * Enabled controls in a box of their own whose edge, by border or by fill, is less than 3 : 1 on what is behind. What is
 * higher than any button is a tile, a row or a card and is told by its icon and words instead, as are entries of lists, the
 * menu and the chat's button beside it.
 */
export function faintEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const paper = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!paper) throw new Error('there is no canvas to mix colours on');
    /** The colours one over the other, in whatever notation. */
    const mixed = (...colours: string[]): string => {
      for (const colour of colours) {
        paper.fillStyle = colour;
        paper.fillRect(0, 0, 1, 1);
      }
      return `rgb(${[...paper.getImageData(0, 0, 1, 1).data.slice(0, 3)].join(' ')})`;
    };
    const luminance = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map((value) => {
        const share = Number(value) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: string, other: string) => {
      const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const fills = new Map<Element, string>();
    const fillOf = (element: Element | null): string => {
      if (!element) return 'rgb(0 0 0)';
      const known = fills.get(element);
      if (known) return known;
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const firstOfGradient = /gradient\(.*?(rgb\([^)]*\))/.exec(backgroundImage)?.[1] ?? 'transparent';
      const fill = mixed(fillOf(element.parentElement), backgroundColor, firstOfGradient);
      fills.set(element, fill);
      return fill;
    };
    const faint: string[] = [];
    const boxes = ['button', 'input', 'select', 'textarea'].map((name) => `${name}:enabled:not([aria-disabled=true])`);
    for (const control of document.querySelectorAll(['a[href]', 'label:has(input:enabled)', ...boxes].join())) {
      const isSeen = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const { borderTopWidth, borderTopStyle, borderTopColor, position } = getComputedStyle(control);
      const isCard = control.matches('a, button') && control.clientHeight >= 60;
      const floats = position === 'fixed' || position === 'absolute';
      const isToldByIcon = isCard || floats || control.matches('li > *');
      if (!isSeen || control.clientWidth < 2 || isToldByIcon || control.closest('[inert], [aria-hidden=true]'))
        continue;
      const behind = fillOf(control.parentElement);
      const hasBorder = Number.parseFloat(borderTopWidth) > 0 && borderTopStyle !== 'none';
      const edges = [fillOf(control), ...(hasBorder ? [mixed(behind, borderTopColor)] : [])];
      const best = Math.max(...edges.map((edge) => contrast(edge, behind)));
      if (best > 1 && best < 3) faint.push(`${best.toFixed(2)}: ${control.outerHTML.slice(0, 160)}`);
    }
    return faint;
  });
}

/** What is filled with gold and in sight, outside a page that an open sheet has darkened. */
export const filledGold = (page: Page) =>
  page.evaluate(
    (gold) =>
      [...document.querySelectorAll('body *')]
        .filter((one) => one.checkVisibility() && !one.closest('[inert], [aria-hidden=true]'))
        .filter((one) => {
          const { backgroundImage, backgroundColor } = getComputedStyle(one);
          const isLine = Math.min(one.clientHeight, one.clientWidth) < 12;
          return !isLine && (backgroundImage.includes(gold) || backgroundColor === gold);
        })
        .map((one) => one.textContent),
    COLOURS.gold,
  );

/** Figures of money in texts, titles and names for screen readers. */
export const figuresOfMoney = (page: Page) =>
  page.evaluate(() => {
    const said = [...document.querySelectorAll('body *')].flatMap((one) => [
      one.getAttribute('aria-label'),
      one.getAttribute('title'),
      one.getAttribute('aria-valuetext'),
    ]);
    const texts = [document.title, document.body.innerText, document.body.textContent, ...said];
    return texts.flatMap((text) => text?.match(/[฿₭][\d,]+(?:\.\d+)?|\d[\d,]*\.\d\d/g) ?? []);
  });

/** The member's balances that are on the screen or read aloud while another tab hides money; none of a visitor. */
export async function balancesNotHidden(page: Page): Promise<string[]> {
  const balances = await page.evaluate(async () => {
    const token = sessionStorage.getItem('token') ?? localStorage.getItem('token');
    if (token === null) return [];
    const headers = { 'x-api-key': 'member-web', authorization: `Bearer ${token}` };
    const { wallet, slots } = (await (await fetch('/api/wallet', { headers })).json()) as {
      wallet: Record<string, unknown>;
      slots: { amount: number }[];
    };
    const amounts = [...Object.values(wallet), ...slots.map(({ amount }) => amount)];
    const places = amounts.filter((amount) => typeof amount === 'number').filter((amount) => amount > 0);
    return [...places, places.reduce((sum, amount) => sum + amount, 0)].map((amount) =>
      amount.toLocaleString('en-US', { minimumFractionDigits: 2 }),
    );
  });
  await hideMoneyElsewhere(page, 'yes');
  const figures = await figuresOfMoney(page);
  await hideMoneyElsewhere(page, 'no');
  return figures.filter((figure) => balances.includes(figure.replace(/^[฿₭]/, '')));
}

/** As another tab would. */
const hideMoneyElsewhere = (page: Page, value: 'yes' | 'no') =>
  page.evaluate(async (chosen) => {
    localStorage.setItem('money-hidden', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'money-hidden' }));
    await new Promise(requestAnimationFrame);
  }, value);
