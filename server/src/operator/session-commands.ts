import { hostname } from 'node:os';
import type { Config } from '../config.ts';
import type { Database } from '../platform/database.ts';
import { endOperatorSession } from '../platform/operator-sessions.ts';
import { CannotDo } from '../staff/act.ts';
import { foundOperators } from '../staff/founders.ts';
import { join, operatorOf, signInOperator } from '../staff/sign-in.ts';
import type { Terminal } from './terminal.ts';

type At = { db: Database; config: Config; terminal: Terminal };

/** What a person types to become, and to stop being, the operator of the next commands. */
type SessionCommand = {
  name: string;
  usage: string;
  summary: string;
  run: (at: At, words: string[]) => Promise<string>;
};

export const SESSION_COMMANDS: readonly SessionCommand[] = [
  {
    name: 'sign-in',
    usage: '"<name>"',
    summary: 'asks for your password; commands are yours for twelve hours, or until you sign out',
    run: async ({ db, config, terminal }, [name = '']) => {
      const password = await terminal.askPassword('Password');
      const place = { face: 'command', from: `command line of ${hostname()}`, device: null } as const;
      const { token, operator } = await signInOperator(db, config, { name, password }, place);
      await terminal.keepToken(token);
      return `You are ${operator.name}, ${operator.roles.join(', ')}.`;
    },
  },
  {
    name: 'sign-out',
    usage: '',
    summary: 'ends the sign-in',
    run: async ({ db, terminal }) => {
      const token = await terminal.readToken();
      if (token !== null) await endOperatorSession(db, token);
      await terminal.forgetToken();
      return 'You are signed out.';
    },
  },
  {
    name: 'who',
    usage: '',
    summary: 'says who is signed in',
    run: async ({ db, terminal }) => {
      const operator = await operatorOf(db, await terminal.readToken(), 'command');
      return operator ? `${operator.name}, ${operator.roles.join(', ')}` : 'Nobody is signed in.';
    },
  },
  {
    name: 'join',
    usage: '"<your name>"',
    summary: 'asks for a password of your choice; two operators then admit you by the mark that is shown',
    run: async ({ db, config, terminal }, [name = '']) => {
      const password = await chosenPassword(terminal, name);
      const candidate = await join(db, { name, password }, config.serviceName);
      return `Tell two operators your mark, ${candidate.mark}: operators admit "${candidate.name}" ${candidate.mark} <roles>`;
    },
  },
  {
    name: 'found',
    usage: '"<name>" "<other name>"',
    summary: 'makes the first two operators, both admin, where there is none yet; asks each for a password',
    run: async ({ db, config, terminal }, [first = '', second = '']) => {
      if (first === '' || second === '') throw new CannotDo('Name two people: one alone can admit nobody.');
      const people = [
        { name: first, password: await chosenPassword(terminal, first) },
        { name: second, password: await chosenPassword(terminal, second) },
      ] as const;
      await foundOperators(db, people, config.serviceName);
      return `${first} and ${second} may sign in, and admit others who \`join\`.`;
    },
  },
];

async function chosenPassword({ askPassword }: Terminal, name: string): Promise<string> {
  const password = await askPassword(`A password for ${name}`);
  if ((await askPassword('The same again')) !== password) throw new CannotDo('The two differ.');
  return password;
}
