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

/** Buttons, links and fields that a finger cannot hit 44 px wide and high, with what lies around them. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const menuTop = document.querySelector('nav')?.getBoundingClientRect().top ?? innerHeight;
    const isOn = (target: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (target === hit || target.contains(hit) || hit.contains(target));
    };
    const isSmall = (target: Element) => {
      const { left, right, top, bottom } = target.getBoundingClientRect();
      const isUnderMenu = bottom > menuTop && !target.closest('nav') && top < menuTop;
      if (isUnderMenu || top < 0 || bottom > innerHeight || left < 0 || right > innerWidth || right - left < 2)
        return false;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (!isOn(target, x, y)) return false;
      const reach = (stepX: number, stepY: number) => {
        let far = 0;
        while (far < 44 && isOn(target, x + stepX * (far + 1), y + stepY * (far + 1))) far += 1;
        return far;
      };
      const [width, height] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
      // A pixel less on each side: edges lie between pixels.
      return width < 42 || height < 42;
    };
    const targets = [...document.querySelectorAll('button:enabled, a[href], input, select')];
    return targets.filter((one) => one.checkVisibility() && isSmall(one)).map((one) => one.outerHTML.slice(0, 160));
  });
}

/** Edges of enabled controls that are less than 3 : 1 on what is behind them; a filled control needs no edge. */
export function faintEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (colour: string) => {
      const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: string, other: string) => {
      const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const fillBehind = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if ((channels(backgroundColor)[3] ?? 1) === 1 && backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
      }
      return getComputedStyle(document.documentElement).backgroundColor;
    };
    const isFaint = (control: Element) => {
      const { borderTopWidth, borderTopColor, borderTopStyle } = getComputedStyle(control);
      if (Number.parseFloat(borderTopWidth) === 0 || borderTopStyle === 'none') return false;
      return contrast(borderTopColor, fillBehind(control.parentElement)) < 3;
    };
    const controls = [...document.querySelectorAll('button:enabled, a[href], input:enabled, select:enabled, textarea')];
    return controls.filter((one) => one.checkVisibility() && isFaint(one)).map((one) => one.outerHTML.slice(0, 160));
  });
}

/** What is filled with gold and in sight, outside a page that an open sheet has darkened. */
export const filledGold = (page: Page) =>
  page.evaluate(
    (gold) =>
      [...document.querySelectorAll('button, a, span')]
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
