/** What a test, a film or a benchmark can do to the outside world. */
export type Sandbox = {
  url: string;
  /** The texts sent to a phone, newest first. */
  messagesTo: (phone: string) => Promise<{ text: string; code: string }[]>;
  /** The newest code sent to a phone. */
  codeFor: (phone: string) => Promise<string>;
  moveClock: (advanceSeconds: number) => Promise<void>;
  /** Makes a party tell a lie: `times` times, or until it is told to be honest. */
  lie: (lie: { target: string; lie: string; times?: number }) => Promise<void>;
  honest: (lie: { target: string; lie: string }) => Promise<void>;
  /** Without `call`, the calls that move money misbehave. */
  fault: (fault: { target: string; mode: string; times?: number; call?: string }) => Promise<void>;
  /** How many calls will still misbehave. */
  faultsLeft: (target: string, call: string) => Promise<number>;
  /** How often the call was made at the target, whatever came of it. */
  calls: (target: string, call: string) => Promise<number>;
  /** How many calls are still on the road to their party. */
  held: () => Promise<number>;
  /** A player's balance in the game's own books; undefined if there is no such player. */
  player: (code: string, username: string) => Promise<{ balance: number; inPlay: number } | undefined>;
  round: (code: string, username: string, round: { stake: number; win: number }) => Promise<void>;
  bet: (code: string, username: string, stake: number) => Promise<{ settle: (win: number) => Promise<void> }>;
  /** Pays a QR code. Returns the payment as banks report it and the address of its slip. */
  pay: (qrcodeId: string, how?: HowToPay) => Promise<{ payment: SandboxPayment; slip: string }>;
  /** A transfer between bank accounts. Returns its reference and the address of its slip. */
  bankTransfer: (transfer: BankTransfer) => Promise<{ ref: string; slip: string }>;
  /** Money from one True Wallet to another, to the first of ours unless told. Returns its reference. */
  walletTransfer: (transfer: WalletTransfer) => Promise<string>;
  voucher: (voucher: { amount: number; members?: number; expired?: boolean }) => Promise<string>;
  nextPayout: (result: 'paid' | 'refused' | 'silent') => Promise<void>;
  decidePayout: (reference: string, result: 'paid' | 'refused') => Promise<void>;
  /** The payouts that the channel received, newest first; a reference closed before its payout came is not listed. */
  payouts: () => Promise<SandboxPayout[]>;
  /** Orders the verifier's next answer, whatever slip it is asked about. */
  nextVerdict: (code: string, times?: number) => Promise<void>;
  books: () => Promise<SandboxBooks>;
  /** Posts the sign-in form of a game's site; true when it lets the player in. */
  signIn: (code: string, fields: Record<string, string>) => Promise<boolean>;
};

type HowToPay = {
  times?: number;
  delayMs?: number;
  amount?: number;
  callbackAmount?: number;
  fromBank?: string;
  fromAccount?: string;
  fromName?: string;
  feed?: boolean;
  again?: boolean;
};
type SandboxPayment = { sendingBank: string; reference: string; amount: string; billReference: string | null };
export type BankTransfer = {
  fromBank: string;
  fromAccount: string;
  fromName: string;
  toBank: string;
  toAccount: string;
  amount: number;
  currency?: string;
  feed?: boolean;
  paidAt?: string;
  reference?: string;
};
type WalletTransfer = { fromMobile: string; fromName: string; toMobile?: string; amount: number; paidAt?: string };
export type SandboxPayout = {
  reference: string;
  amount: number;
  currency: string;
  bank: string;
  account: string;
  name: string;
  state: 'pending' | 'paid' | 'refused' | 'bounced';
};
type SandboxBooks = {
  payments: Record<string, Record<string, { received: number }>>;
  payouts: Record<string, { paid: number; pending: number }>;
};

/** Of the sandbox at this address. */
export function sandboxControls(url: string): Sandbox {
  const control = async (path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json() as Promise<unknown>;
  };
  const messagesTo: Sandbox['messagesTo'] = async (phone) =>
    (await fetch(`${url}/sms?phone=${encodeURIComponent(phone)}`)).json() as Promise<{ text: string; code: string }[]>;
  return {
    url,
    messagesTo,
    codeFor: async (phone) => (await messagesTo(phone))[0]?.code ?? '',
    moveClock: async (advanceSeconds) => void (await control('/clock', { advanceSeconds })),
    lie: async (lie) => void (await control('/lies', { ...lie, isTold: true })),
    honest: async (lie) => void (await control('/lies', { ...lie, isTold: false })),
    fault: async (fault) => void (await control('/faults', fault)),
    faultsLeft: async (target, call) => {
      const faults = (await (await fetch(`${url}/faults`)).json()) as { target: string; call: string; times: number }[];
      return faults.find((fault) => fault.target === target && fault.call === call)?.times ?? 0;
    },
    calls: async (target, call) => {
      const counts = (await (await fetch(`${url}/calls`)).json()) as Record<string, number>;
      return counts[`${target} ${call}`] ?? 0;
    },
    held: async () => ((await (await fetch(`${url}/faults/held`)).json()) as { calls: number }).calls,
    player: async (code, username) => {
      const response = await fetch(`${url}/games/${code}/players/${username}`);
      return response.ok ? ((await response.json()) as { balance: number; inPlay: number }) : undefined;
    },
    round: async (code, username, round) => void (await control(`/games/${code}/players/${username}/rounds`, round)),
    bet: async (code, username, stake) => {
      const bets = `/games/${code}/players/${username}/bets`;
      const { betId } = (await control(bets, { stake })) as { betId: string };
      return { settle: async (win) => void (await control(`${bets}/${betId}`, { win })) };
    },
    pay: async (qrcodeId, how = {}) => (await control(`/pay/${qrcodeId}`, how)) as Awaited<ReturnType<Sandbox['pay']>>,
    bankTransfer: async (transfer) => (await control('/bank/transfers', transfer)) as { ref: string; slip: string },
    walletTransfer: async (transfer) => ((await control('/truemoney/transfers', transfer)) as { ref: string }).ref,
    voucher: async (voucher) => ((await control('/truemoney/vouchers', voucher)) as { link: string }).link,
    nextPayout: async (result) => void (await control('/payouts/next', { result })),
    decidePayout: async (reference, result) => void (await control(`/payouts/${reference}/decide`, { result })),
    payouts: async () => (await (await fetch(`${url}/payouts`)).json()) as SandboxPayout[],
    nextVerdict: async (code, times = 1) => void (await control('/verifier/next', { code, times })),
    books: async () => (await (await fetch(`${url}/books`)).json()) as SandboxBooks,
    signIn: async (code, fields) => {
      const form = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' } as const;
      return (await fetch(`${url}/games/${code}/login`, form)).status === 303;
    },
  };
}
