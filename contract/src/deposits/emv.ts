/**
 * QR codes of payments and slips: a row of fields, each a two-digit id, a two-digit length and the value, which may be
 * such a row itself. The last field is a checksum over everything before its value.
 */
export type Fields = ReadonlyMap<string, string>;

const CHECKSUM = '63';
const SLIP_CHECKSUM = '91';
const CHECKSUM_LENGTH = '04';

const PROMPTPAY = 'A000000677010111';
const BILL_PAYMENT = 'A000000677010112';
const LAO_QR = 'A005266284662577';
const BAHT = '764';
const KIP = '418';

/** CRC-16/CCITT-FALSE. The texts are ASCII. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff) >>> 0;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function write(fields: readonly (readonly [id: string, value: string | null])[]): string {
  return fields.map(([id, value]) => (value ? id + String(value.length).padStart(2, '0') + value : '')).join('');
}

function withChecksum(text: string, id: string): string {
  const covered = text + id + CHECKSUM_LENGTH;
  return covered + crc16(covered);
}

/** Null if the text does not divide into fields to its last character. */
export function readFields(text: string): Fields | null {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const [, id, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    const end = at + 4 + Number(length);
    if (id === undefined || end > text.length) return null;
    fields.set(id, text.slice(at + 4, end));
    at = end;
  }
  return fields;
}

type Dynamic = { amount: string };

/** PromptPay to an e-wallet, with our reference as the terminal. */
export function promptPayPayload({ walletId, reference, amount }: Dynamic & { walletId: string; reference: string }) {
  return payload(
    write([
      [
        '29',
        write([
          ['00', PROMPTPAY],
          ['03', walletId],
        ]),
      ],
    ]),
    BAHT,
    'TH',
    amount,
    [['07', reference]],
  );
}

export function billPaymentPayload({ billerId, reference, amount }: Dynamic & { billerId: string; reference: string }) {
  const bill = write([
    ['00', BILL_PAYMENT],
    ['01', billerId],
    ['02', reference],
  ]);
  return payload(write([['30', bill]]), BAHT, 'TH', amount, []);
}

/** Scanned by BCEL's own app as OnePay and by any other Lao bank as LAO QR. */
export function laoPayload({
  merchant,
  iin,
  reference,
  amount,
}: Dynamic & { merchant: string; iin: string; reference: string }) {
  const onePay = write([
    ['00', 'BCEL'],
    ['01', 'ONEPAY'],
    ['02', merchant],
  ]);
  const laoQr = write([
    ['00', LAO_QR],
    ['01', iin],
    ['02', '002'],
    ['03', merchant],
  ]);
  return payload(
    write([
      ['33', onePay],
      ['38', laoQr],
    ]),
    KIP,
    'LA',
    amount,
    [['01', reference]],
  );
}

function payload(
  account: string,
  currency: string,
  country: string,
  amount: string,
  additional: [string, string][],
): string {
  const text =
    write([
      ['00', '01'],
      ['01', '12'],
    ]) + account;
  const rest = write([
    ['53', currency],
    ['54', amount],
    ['58', country],
    ['62', write(additional)],
  ]);
  return withChecksum(text + rest, CHECKSUM);
}

/** What a payment's QR code says, or null if it is damaged. */
export function readPaymentPayload(
  text: string,
): { amount: string | null; currency: 'BAHT' | 'LAK' | null; fields: Fields } | null {
  const fields = readFields(text);
  if (fields?.get('00') !== '01' || fields.get(CHECKSUM) !== crc16(text.slice(0, -4))) return null;
  const currency = { [BAHT]: 'BAHT', [KIP]: 'LAK' } as const;
  return {
    amount: fields.get('54') ?? null,
    currency: currency[fields.get('53') as keyof typeof currency] ?? null,
    fields,
  };
}

/** The small QR code on a bank's slip. It holds only the bank and the reference of the transfer. */
export function slipPayload({ bank, reference }: SlipReference): string {
  return withChecksum(
    write([
      [
        '00',
        write([
          ['00', '000001'],
          ['01', bank],
          ['02', reference],
        ]),
      ],
      ['51', 'TH'],
    ]),
    SLIP_CHECKSUM,
  );
}

type SlipReference = { bank: string; reference: string };

/** `not-a-slip` is another QR code; `damaged` is a slip's, but its reference cannot be trusted. */
export function readSlipPayload(text: string): SlipReference | 'not-a-slip' | 'damaged' {
  if (!/^00\d\d0006000001/.test(text)) return 'not-a-slip';
  const fields = readFields(text);
  const transfer = readFields(fields?.get('00') ?? '');
  const [bank, reference, checksum] = [transfer?.get('01'), transfer?.get('02'), fields?.get(SLIP_CHECKSUM)];
  if (!bank || !reference || !checksum || !/^[0-9A-Za-z]{1,25}$/.test(reference)) return 'damaged';
  // Some banks' apps leave out the leading zeros of the checksum.
  const covered = `${text.slice(0, text.lastIndexOf(SLIP_CHECKSUM + String(checksum.length).padStart(2, '0')))}${SLIP_CHECKSUM}${CHECKSUM_LENGTH}`;
  return crc16(covered) === checksum.toUpperCase().padStart(4, '0') ? { bank, reference } : 'damaged';
}
