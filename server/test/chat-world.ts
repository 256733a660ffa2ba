import { type Customer, guest, newOperator, TALKATIVE, waitingConversation } from './chat.ts';
import { startProduct, startProductOnSandbox } from './harness.ts';

/** Two nodes without workers, and an operator at the desk. */
export async function startChatWorld() {
  const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api', CHAT_VISITORS_AN_HOUR: '100000' });
  const environment = { SANDBOX_URL: sandbox.url, ROLE: 'api' };
  // Budgets are tested at the first node; the second has practically none.
  const second = await startProduct(database, { ...environment, ...TALKATIVE });
  const password = await newOperator(product, 'Nok');

  /** A sign-in lasts half a day of the product's time, and some tests leap further. */
  async function signInAtDesk(): Promise<string> {
    const { body } = await product.call('POST /api/desk/login', { body: { name: 'Nok', password } });
    return (body as { token: string }).token;
  }

  /** A customer who waits for a person, so that the bot keeps silent. */
  async function talking(who: Customer = guest()) {
    const token = await signInAtDesk();
    return { who, token, conversation: await waitingConversation(second, token, who) };
  }

  return { product, second, sandbox, database, environment, signInAtDesk, talking };
}
