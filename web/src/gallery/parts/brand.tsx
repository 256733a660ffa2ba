import { Brand } from '../../ui/brand.tsx';
import type { Part } from '../part.ts';

export const part: Part = { room: 'word', states: { default: () => <Brand to="/" /> } };
