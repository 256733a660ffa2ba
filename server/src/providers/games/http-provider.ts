import { askJson, asRecord } from '../http-json.ts';
import type { Connection, Dialect, Meaning, Question } from './dialect.ts';
import { type GameProvider, type Outcome, SilentProvider } from './game-provider.ts';

type Address = Connection & { url: string; timeoutMs: number };
type Connected = Address & { hasLoginFields: boolean; site: string };

/** `silent`: no answer, a broken one, or an error of the server itself. */
type ProviderAnswer = Meaning | { is: 'silent' };

/** How questions reach a provider and what its answers mean, in its dialect. */
function openLine(dialect: Dialect, { url, timeoutMs, ...connection }: Address) {
  const ask = async (question: Question, deadline?: AbortSignal): Promise<ProviderAnswer> => {
    const { method, path, headers, body } = dialect.say(question, connection);
    try {
      const asked = { method, url: url + path, headers, ...(body !== undefined && { body }) };
      const { status, body: answer } = await askJson({ ...asked, timeoutMs, ...(deadline && { deadline }) });
      return dialect.understand(status, asRecord(answer));
    } catch {
      return { is: 'silent' };
    }
  };
  return {
    ask,
    /** Throws unless the provider says yes. */
    get: async (question: Question) => dataOf(question, await ask(question)),
  };
}

function dataOf({ ask }: Question, answer: ProviderAnswer) {
  if (answer.is === 'silent') throw new SilentProvider(`the provider does not answer to ${ask}`);
  if (answer.is !== 'ok') throw new Error(`the provider's answer to ${ask}: ${answer.is}`);
  return answer.data;
}

/** A game provider reached over HTTP. */
export function httpProvider(dialect: Dialect, { hasLoginFields, site, ...address }: Connected): GameProvider {
  const { ask, get } = openLine(dialect, address);

  return {
    createPlayer: async (player) => {
      const { is } = await ask({ ask: 'create', ...player });
      return is === 'exists' ? 'done' : outcomeOf(is);
    },
    readBalance: async (username) => {
      const { balance, inPlay } = dialect.readBalance(await get({ ask: 'balance', username }));
      if (balance === null || inPlay === null) throw new Error('the provider told a balance that is no amount');
      return {
        balance: balance.amount,
        inPlay: inPlay.amount,
        remainder: balance.remainder + inPlay.remainder,
      };
    },
    move: async (move, deadline) => {
      const meaning = await ask({ ask: 'move', ...move }, deadline);
      return meaning.is === 'ok' ? dialect.readMove(meaning.data, move.reference) : outcomeOf(meaning.is);
    },
    stateOf: async (reference) => {
      const meaning = await ask({ ask: 'state', reference });
      if (meaning.is === 'silent') throw new SilentProvider('the provider does not tell of a move');
      if (meaning.is === 'ok') return dialect.readState(meaning.data);
      return meaning.is === 'absent' ? 'absent' : 'unknown';
    },
    setPassword: async (player) => outcomeOf((await ask({ ask: 'password', ...player })).is),
    launchLink: async (player) => {
      const link = dialect.readLink(await get({ ask: 'launch', ...player }));
      if (typeof link !== 'string' || !isOf(site, link))
        throw new Error('the provider gave a link that is not its own');
      return link;
    },
    loginFields: async () => {
      if (!hasLoginFields) return undefined;
      const { event } = await get({ ask: 'login-fields' });
      if (typeof event !== 'object' || event === null) throw new Error('the provider gave no form state');
      return Object.fromEntries(Object.entries(event).map(([name, value]) => [name, String(value)]));
    },
  };
}

/** The browser will go there, so it is the provider's own site and nothing that only looks like it. */
function isOf(site: string, link: string): boolean {
  const url = URL.parse(link);
  return url !== null && url.origin === new URL(site).origin && url.username === '' && url.password === '';
}

/** Only a plain refusal counts as refused. A used reference may be a move that was made. */
function outcomeOf(is: ProviderAnswer['is']): Outcome {
  if (is === 'ok') return 'done';
  return is === 'refused' ? 'refused' : 'unknown';
}
