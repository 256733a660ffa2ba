import { SLIP_MAX_MB } from '@krapao/contract/deposits/limits.ts';

export const SLIP_TYPES = 'image/png,image/jpeg,image/webp';

export type SlipFileProblem = 'TYPE' | 'SIZE';

/** Problems that are known before the file is sent. */
export function slipFileProblem({ type, size }: Pick<File, 'type' | 'size'>): SlipFileProblem | null {
  if (!SLIP_TYPES.split(',').includes(type)) return 'TYPE';
  return size > SLIP_MAX_MB * 1024 * 1024 ? 'SIZE' : null;
}
