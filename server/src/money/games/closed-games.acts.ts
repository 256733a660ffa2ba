import { GAME_PROVIDERS } from '@krapao/contract/providers.ts';
import { CannotDo, change, choice, fields, list } from '../../staff/act.ts';
import { closedGames, closeGame, openGame } from './closed-games.ts';

const game = choice(GAME_PROVIDERS);

/** Games on and off, without a restart. */
export const closedGameActs = {
  listClosedGames: list({
    name: 'games closed',
    summary: 'games that take no money in',
    permission: 'movements.see',
    run: (tx) => closedGames(tx),
  }),
  closeGame: change({
    name: 'games close',
    summary: 'lets no money into a game and opens no account there; what is there can be brought home as before',
    permission: 'limits.tighten',
    needsSecond: false,
    schema: fields({ game }),
    run: async (tx, operator, { game: code }) => {
      const after = await closeGame(tx, code, operator.name);
      if (!after) throw new CannotDo(`Game ${code} is closed already: \`games closed\` lists them.`);
      return { data: { code }, before: null, after };
    },
  }),
  openGame: change({
    name: 'games open',
    summary: 'lets money into a closed game again',
    permission: 'limits.loosen',
    needsSecond: true,
    schema: fields({ game }),
    run: async (tx, _operator, { game: code }) => {
      const before = await openGame(tx, code);
      if (!before) throw new CannotDo(`No operator has closed ${code}: \`games closed\` lists what is closed.`);
      return { data: { code }, before, after: null };
    },
  }),
};
