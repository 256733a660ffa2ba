import Gift from 'lucide-react/icons/gift';
import Wallet from 'lucide-react/icons/wallet';
import { IconTile } from '../../ui/icon-tile.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'word',
  states: {
    default: () => <IconTile icon={Wallet} className="size-10.5 bg-ink-3 text-text" />,
    small: () => <IconTile icon={Gift} className="size-8 bg-ink-3 text-muted" iconClassName="size-4" />,
  },
};
