import type { operatorOf } from '../../world/operators.ts';

/** The words of a bonus that lacks nothing. */
export const BONUS = [
  'rate=50',
  'cap=200',
  'minimum=100',
  'limitType=day',
  'maxReceived=1',
  'success=200',
  'fail=10',
  'budget=5000',
];

type Operator = ReturnType<typeof operatorOf>;

/** The number of the campaign's newest version, as an operator reads it. */
export async function versionOf(operator: Operator, kind: string, code: string): Promise<string> {
  const line = new RegExp(`^\\w+ +${kind} ${code} .* version (\\d+)`, 'm');
  return line.exec(await operator('campaign list'))?.[1] ?? '';
}

export async function openCampaign(operator: Operator, kind: string, code: string): Promise<string> {
  return operator('campaign open', kind, code, await versionOf(operator, kind, code));
}

export const inThree = (text: string) => ({ th: `${text} ไทย`, la: `${text} ລາວ`, en: `${text} English` });

/** The words that give a text in three languages. */
export const wordsInThree = (field: string, text: string) =>
  Object.entries(inThree(text)).map(([locale, words]) => `${field}.${locale}=${words}`);
