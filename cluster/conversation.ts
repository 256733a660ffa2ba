import { type Browser, expect } from '@playwright/test';
import { openDesk, openWidget, type Side } from '../e2e/conversation.ts';

export type Conversation = { customer: Side; bothSpeak: () => Promise<void>; settled: () => Promise<void> };

const PATIENTLY = { timeout: 90_000 };

/** A customer and an operator send numbered messages, and each message appears once on both sides. */
export async function converse(browser: Browser, url: string): Promise<Conversation> {
  const sent: string[] = [];
  const counts = { customer: 0, desk: 0 };
  const speak = async (side: Side, name: keyof typeof counts) => {
    const words = `${name} ${++counts[name]}`;
    sent.push(words);
    await side.say(words);
  };
  const customer = await openWidget(browser, url);
  await speak(customer, 'customer');
  await expect.poll(customer.shown, PATIENTLY).toEqual(['customer 1']);
  const desk = await openDesk(browser, url);
  return {
    customer,
    bothSpeak: async () => {
      await speak(customer, 'customer');
      await speak(desk, 'desk');
    },
    settled: async () => {
      for (const { shown } of [customer, desk])
        await expect.poll(async () => (await shown()).toSorted(), PATIENTLY).toEqual(sent.toSorted());
    },
  };
}
