import type { AnyAct } from '../staff/act.ts';
import { MOST_LISTED } from '../staff/act.ts';
import { lockRequest, openRequests, type Request } from '../staff/requests.queries.ts';
import { approveRequest, declineRequest } from '../staff/requests.ts';
import type { Command } from './command.ts';

/** Requests of acts that wait for a second operator. `commands` print them. */
export function requestCommands(acts: readonly AnyAct[], commands: readonly Command[]): Command[] {
  const commandOf = ({ act }: Request) => commands.find(({ name }) => name === act);
  const line = (request: Request) => {
    const typed = [request.act, ...(commandOf(request)?.wordsOf(request.input) ?? [])].join(' ');
    return `${request.id}  ${request.asked_by}, ${request.asked_at.toISOString()}  ${typed}  — ${request.why}`;
  };
  const shared = { wordsOf: () => [], print: String, isReport: false };
  return [
    {
      ...shared,
      name: 'requests list',
      usage: '',
      summary: 'acts that wait for a second operator',
      isReadOnly: true,
      run: async (tx) => (await openRequests(tx, MOST_LISTED)).map(line).join('\n') || 'Nothing waits.',
    },
    {
      ...shared,
      name: 'requests show',
      usage: '<request>',
      summary: 'what a request would change, row by row',
      isReadOnly: true,
      run: async (tx, _by, [id = '']) => {
        const request = await lockRequest(tx, id);
        return request ? `${line(request)}\n${JSON.stringify(request.preview, null, 2)}` : `There is no request ${id}.`;
      },
    },
    {
      ...shared,
      name: 'requests approve',
      usage: '<request>',
      summary: 'agrees to what another operator has asked for, and carries it out',
      isReadOnly: false,
      run: async (tx, by, [id = '']) => {
        const { request, data } = await approveRequest(tx, acts, by, id);
        return commandOf(request)?.print(data) ?? 'Done.';
      },
    },
    {
      ...shared,
      name: 'requests refuse',
      usage: '<request>',
      summary: 'says no to a request, or takes back your own',
      isReadOnly: false,
      run: async (tx, by, [id = '']) => {
        const { decision } = await declineRequest(tx, acts, by, id);
        return `Request ${id} is ${decision}.`;
      },
    },
  ];
}
