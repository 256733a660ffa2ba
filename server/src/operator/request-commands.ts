import type { Transaction } from '../platform/database.ts';
import type { AnyAct } from '../staff/act.ts';
import { CannotDo, MOST_LISTED } from '../staff/act.ts';
import { withoutControls } from '../staff/control-characters.ts';
import { lockRequest, openRequests, type Request } from '../staff/requests.queries.ts';
import { approveRequest, declineRequest, whyNot } from '../staff/requests.ts';
import type { Command } from './command.ts';
import { previewText } from './preview-text.ts';

/** Requests of acts that wait for a second operator. `commands` print them. */
export function requestCommands(acts: readonly AnyAct[], commands: readonly Command[]): Command[] {
  const commandOf = ({ act }: Request) => commands.find(({ name }) => name === act);
  const line = (request: Request) => {
    const typed = [request.act, ...(commandOf(request)?.wordsOf(request.input) ?? [])].join(' ');
    return `${request.id}  ${request.asked_by}, ${request.asked_at.toISOString()}  ${typed}  — ${request.why}`;
  };
  /** What keeps an open request from being carried out as it was asked for. */
  const settled = async (tx: Transaction, request: Request) => {
    const why = request.decision === null ? await whyNot(tx, acts, request) : `it is ${request.decision}`;
    return why === null ? '' : `\n    not any more: ${why}`;
  };
  const shared = { wordsOf: () => [], print: String, isReport: false };
  return [
    {
      ...shared,
      name: 'requests list',
      usage: '',
      summary: 'acts that wait for a second operator',
      isReadOnly: true,
      run: async (tx, _by, words) => {
        requireWords('requests list', words, 0);
        const lines = [];
        for (const request of await openRequests(tx, MOST_LISTED))
          lines.push(line(request) + (await settled(tx, request)));
        return lines.join('\n') || 'Nothing waits.';
      },
    },
    {
      ...shared,
      name: 'requests show',
      usage: '<request>',
      summary: 'what a request would change, row by row',
      isReadOnly: true,
      run: async (tx, _by, words) => {
        const id = requireWords('requests show', words, 1);
        const request = await lockRequest(tx, id);
        if (!request) throw new CannotDo(`There is no request ${id}: \`requests list\` lists them.`);
        return `${line(request)}${await settled(tx, request)}\n${previewText(request.preview)}`;
      },
    },
    {
      ...shared,
      name: 'requests approve',
      usage: '<request>',
      summary: 'agrees to what another operator has asked for, and carries it out',
      isReadOnly: false,
      run: async (tx, by, words) => {
        const id = requireWords('requests approve', words, 1);
        const decided = await approveRequest(tx, acts, by, id);
        if (decided.is === 'done') return commandOf(decided.request)?.print(decided.data) ?? 'Done.';
        return [
          `Request ${id} was not carried out. ${decided.because}`,
          `You ask for that now, as request ${decided.request.id}: another operator has to agree.`,
        ].join('\n');
      },
    },
    {
      ...shared,
      name: 'requests refuse',
      usage: '<request>',
      summary: 'says no to a request, or takes back your own',
      isReadOnly: false,
      run: async (tx, by, words) => {
        const id = requireWords('requests refuse', words, 1);
        const { decision } = await declineRequest(tx, acts, by, id);
        return `Request ${id} is ${decision}.`;
      },
    },
  ];
}

/** The number of the request that a command speaks of; a word too many is a mistake. */
function requireWords(command: string, words: string[], wanted: 0 | 1): string {
  const [id = ''] = words;
  const over = words[wanted];
  if (over !== undefined) throw new CannotDo(`${command} takes no ${withoutControls(over)}.`);
  return id;
}
