import { sized } from '../world/stress-size.ts';
import { IN_FULL } from '../world/tier.ts';
import { startShakyHouse } from '../world/trouble.ts';
import { chatButton, NUMBERED, openDesk, openWidget, type Side } from './conversation.ts';
import { expect, test } from './world.ts';

const CUT_MS = sized(3_000, 30_000);
/** Longer than a page waits before it tries again, on a busy machine. */
const PATIENTLY = { timeout: 45_000 };

test(
  'if a node, the network or the database breaks, every chat message appears once and in order on both sides',
  IN_FULL,
  async ({ browser }) => {
    test.setTimeout(240_000);
    await using parts = new AsyncDisposableStack();
    const house = await startShakyHouse(parts);
    const customer = await openWidget(browser, house.url);
    const sent: string[] = [];
    const counts = { customer: 0, desk: 0 };
    const speak = async (side: Side, who: keyof typeof counts) => {
      const words = `${who} ${++counts[who]}`;
      sent.push(words);
      await side.say(words);
    };
    await speak(customer, 'customer');
    await expect.poll(customer.shown, PATIENTLY).toEqual(['customer 1']);
    const desk = await openDesk(browser, house.url);

    const bothSpeak = async () => {
      await speak(customer, 'customer');
      await speak(desk, 'desk');
    };
    const settled = async () => {
      for (const { shown } of [customer, desk])
        await expect.poll(async () => (await shown()).toSorted(), PATIENTLY).toEqual(sent.toSorted());
    };
    await bothSpeak();
    await settled();

    for (const which of [0, 1] as const) {
      await house.withoutNode(which, async () => {
        await bothSpeak();
        await settled();
      });
    }

    await house.withoutNetwork(CUT_MS, bothSpeak);
    await settled();

    await bothSpeak();
    await house.withoutDatabase(bothSpeak);
    await settled();

    const rows = await house.query("select message #>> '{payload,text}' as words from chat_entries order by position");
    const stored = rows.map(({ words }) => String(words)).filter((words) => NUMBERED.test(words));
    expect(stored.toSorted()).toEqual(sent.toSorted());
    for (const who of ['customer', 'desk'] as const) {
      const own = stored.filter((words) => words.startsWith(who));
      expect(own).toEqual(Array.from({ length: counts[who] }, (_, index) => `${who} ${index + 1}`));
    }
    for (const side of [customer, desk]) {
      await expect.poll(side.shown, PATIENTLY).toEqual(stored);
      await side.page.reload();
    }
    await chatButton(customer.page).click();
    for (const { shown } of [customer, desk]) {
      await expect.poll(shown, PATIENTLY).toContain(stored.at(-1));
      const seen = await shown();
      expect(seen).toEqual(stored.slice(-seen.length));
    }
  },
);
