import { Rail } from '../../ui/rail.tsx';
import type { Part } from '../part.ts';

const GAMES = ['Lucky Naga', 'Mekong Gold', 'Elephant Rush', 'Temple Spin', 'Muay Thai 9', 'Rice Field', 'Tuk Tuk'];

const cards = (names: readonly string[], words: string) =>
  names.map((name) => (
    <li key={name} className="min-w-0 snap-start">
      <button type="button" className="size-full rounded-control text-left">
        <span className="block aspect-300/211 rounded-control bg-linear-150 from-ink-3 to-ink-1" />
        <span className="mt-1.5 block truncate text-small font-bold">{name}</span>{' '}
        <span className="block text-tiny text-muted">{words}</span>
      </button>
    </li>
  ));

export const part: Part = {
  room: 'page',
  states: {
    'more than fit': ({ t }) => <Rail title={t('home.slot')}>{cards(GAMES, t('home.noAccount'))}</Rail>,
    'all in sight': ({ t }) => <Rail title={t('home.sport')}>{cards(GAMES.slice(0, 2), t('home.openAccount'))}</Rail>,
  },
};
