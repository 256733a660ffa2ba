import { Brand } from '../../ui/brand.tsx';
import type { Part } from '../part.ts';

export const part: Part = { states: { default: () => <Brand to="/" /> } };
