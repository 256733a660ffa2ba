import type { Random } from '../../server/test/drawn-slips.ts';
import type { Service } from './service.ts';

/** A member with what a bank, or a True Wallet, knows of them. */
export type Member = { id: string; token: string; phone: string; bank: string; account: string; name: string };

export type Person = Omit<Member, 'id' | 'token'>;

const PASSWORD = 'correct horse';
const AT_THE_SAME_TIME = 2;
const BANKS = { KBANK: 10, SCB: 10, BBL: 10, KTB: 10, BAY: 10, TMB: 10, GSB: 12 };
const FIRST_NAMES = 'SOMCHAI SOMYING MALEE PRASIT WANIDA ANAN SUDA KAMON NARONG PIMCHAN CHAIWAT RATREE'.split(' ');
const LAST_NAMES = 'JAIDEE MEESOOK SRISUK WONGDEE THONGCHAI BOONMEE RAKTHAI SAETANG KAEWTA PROMMA'.split(' ');

/** People with phones, names and registered accounts; first names and banks are shared, as they are in life. */
export function drawPeople(random: Random, count: number): Person[] {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const digits = (length: number) => Array.from({ length }, () => Math.floor(random() * 10)).join('');
  return Array.from({ length: count }, () => {
    const [bank, length] = pick(Object.entries(BANKS));
    const name = `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`;
    return { phone: `08${digits(8)}`, bank, account: digits(length), name };
  });
}

/** All of them register and sign in, as the web does. */
export async function register({ call }: Service, people: Person[]): Promise<Member[]> {
  const members: Member[] = [];
  const waiting = [...people.entries()];
  const one = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { phone, bank, account, name }] = next;
      const ofBank = { bankCode: bank, bankAccountName: name, bankAccountNo: account };
      const body = { name, username: phone, password: PASSWORD, sourceCode: 'friend', currency: '', ...ofBank };
      const { _id: id } = await call<{ _id: string }>('POST /api/account', { body });
      const signIn = { body: { username: phone, password: PASSWORD } };
      const { token } = await call<{ token: string }>('POST /api/login', signIn);
      members[index] = { ...(people[index] as Person), id, token };
    }
  };
  await Promise.all(Array.from({ length: AT_THE_SAME_TIME }, one));
  return members;
}

export type StatementEntry = {
  id: string;
  status: string;
  amount: number;
  step?: string;
  leavesAt?: string;
};

/** What the member's statement shows of deposits or withdrawals, newest first. */
export async function statementOf({ call }: Service, { token }: Member, statementType: 'deposit' | 'withdraw') {
  const body = { page: 1, limit: 100, statementType };
  return (await call<{ statements: StatementEntry[] }>('POST /api/statement', { token, body })).statements;
}
