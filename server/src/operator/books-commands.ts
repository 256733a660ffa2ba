import { CURRENCIES, formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { Acts } from '../acts.ts';
import { type Command, command } from './command.ts';

type Listed = Awaited<ReturnType<Acts['listFindings']['run']>>;
type Finding = Listed['findings'][number];

const amount = (minor: Minor | null) => (minor === null ? '-' : formatMoney(minor));

function findingLine({ id, kind, party, day, subject, currency, expected, found, detail, owner }: Finding): string {
  const about = [party || 'the books', day, subject].filter(Boolean).join('  ');
  const figures = expected === null ? '' : `  ${amount(found)} instead of ${amount(expected)} ${currency}`;
  return `${id}  ${kind}  ${about}${figures}: ${detail}  (${owner ?? 'nobody has it'})`;
}

type Standstill = Awaited<ReturnType<Acts['listStandstills']['run']>>[number];

function standstillLine({ number, began_at, why, ended_at, ended_by, ended_how }: Standstill): string {
  const end = ended_at ? `until ${ended_at.toISOString()} by ${ended_by}: ${ended_how}` : 'MONEY STANDS STILL';
  return `${number}  ${began_at.toISOString()}  ${why}  ${end}`;
}

/** One line per currency below a list. */
function sums<Row extends { currency: string }>(rows: Row[], line: (currency: string, own: Row[]) => string): string[] {
  return CURRENCIES.flatMap((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    return own.length > 0 ? [line(currency, own)] : [];
  });
}

const sum = (amounts: Minor[]) => amounts.reduce((total, each) => total + each, 0n);

/** What operators see of the books, and what does not agree with them. */
export function booksCommands(acts: Acts): Command[] {
  const listed = ({ findings, total }: Listed) =>
    [...findings.map(findingLine), total === 0 ? 'There is no finding.' : `${total} in all.`].join('\n');
  return [
    command(
      acts.checkLedger,
      '[all | <day>]',
      ['what'],
      ({ postings }) => `The books are right: ${postings} postings.`,
    ),
    command(acts.listStandstills, '', [], (rows) => rows.map(standstillLine).join('\n') || 'Money never stood still.'),
    command(acts.endStandstill, '<number> "<what was compared>"', ['number', 'how'], ({ number, withdrawals }) => {
      const asked = `The channel is asked about ${withdrawals} of its withdrawals before they go on.`;
      return `Standstill ${number} is over, and money moves. ${withdrawals > 0 ? asked : ''}`.trim();
    }),
    command(
      acts.listHouseAccounts,
      '',
      [],
      (rows) =>
        rows.map(({ name, currency, balance }) => `${name}  ${formatMoney(balance)} ${currency}`).join('\n') ||
        'There is none.',
    ),
    command(acts.showTrialBalance, '', [], (rows) =>
      [
        ...rows.map(({ account, currency, balance }) => `${account}  ${formatMoney(balance)} ${currency}`),
        ...sums(rows, (currency, own) => `all  ${formatMoney(sum(own.map(({ balance }) => balance)))} ${currency}`),
      ].join('\n'),
    ),
    command(acts.showPlayerFunds, '', [], (rows) =>
      [
        ...rows.map(({ side, name, currency, amount: of }) => `${side}  ${name}  ${formatMoney(of)} ${currency}`),
        ...sums(rows, (currency, own) => {
          const [owed, held] = (['owed', 'held'] as const).map((wanted) =>
            sum(own.flatMap(({ side, amount: of }) => (side === wanted ? [of] : []))),
          );
          return `held ${amount(held ?? 0n)}, owed ${amount(owed ?? 0n)}, the service's own ${amount((held ?? 0n) - (owed ?? 0n))} ${currency}`;
        }),
      ].join('\n'),
    ),
    command(acts.showDay, '[<day>]', ['day'], ({ day, totals }) =>
      [
        ...totals.map(
          ({ what, of, currency, count, amount: moved }) =>
            `${what}  ${of}  ${count} times  ${formatMoney(moved)} ${currency}`,
        ),
        totals.length === 0 ? `Nothing moved on ${day}.` : day,
      ].join('\n'),
    ),
    command(
      acts.reconcile,
      '[<day>]',
      ['day'],
      (open) => `${listed(open)}\nThe parties are asked next: \`findings list\` tells what their reports say.`,
    ),
    command(acts.listFindings, '', [], listed),
    command(acts.takeFinding, '<finding>', ['finding'], ({ id, owner }) => `Finding ${id} is ${owner}'s.`),
    command(acts.endFinding, '<finding> "<how>"', ['finding', 'how'], ({ id }) => `Finding ${id} is over.`),
  ];
}
