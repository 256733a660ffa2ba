import { bankByCode } from '@krapao/contract/banks.ts';
import { formatMoney } from '@krapao/contract/money.ts';
import QRCode from 'qrcode';
import { cutName, maskAccount } from './names.ts';
import { receiverName } from './receivers.ts';
import type { Transfer } from './transfers.ts';

const WIDTH = 1080;
const HEIGHT = 1920;
const LEFT = 96;
const RIGHT = WIDTH - LEFT;
const QR_SIZE = 300;
/** A QR code wants four modules of white around it. */
const QUIET = 4;
const NAME_LENGTH = 26;

const BRANDS: Record<string, readonly [bar: string, deep: string]> = {
  KBANK: ['#1ba345', '#0d6b2c'],
  SCB: ['#5f2e91', '#3d1765'],
  BBL: ['#2450b5', '#132d73'],
  KTB: ['#18a5df', '#0b6d99'],
  BAY: ['#e0a800', '#8a6500'],
  GSB: ['#eb198d', '#9c0d5c'],
  TMB: ['#1c66d6', '#0d3a85'],
  BCEL: ['#c8202f', '#7d101b'],
};
const OTHER_BRAND = ['#31527a', '#1a2f4a'] as const;

/** A transfer as a bank's app shows it, with the QR code that names it. Any sans-serif will do to draw it. */
export function drawSlip(transfer: Transfer, payload: string): string {
  const [bar, deep] = BRANDS[transfer.sending_bank] ?? OTHER_BRAND;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif">
<defs>
  <linearGradient id="brand" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="${bar}"/><stop offset="1" stop-color="${deep}"/>
  </linearGradient>
</defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#eef1f5"/>
<rect width="${WIDTH}" height="560" fill="url(#brand)"/>
<circle cx="960" cy="60" r="260" fill="#fff" opacity="0.07"/>
<circle cx="1040" cy="380" r="180" fill="#fff" opacity="0.06"/>
${head(transfer)}
<rect x="48" y="300" width="984" height="1500" rx="44" fill="#fff"/>
${amount(transfer, bar)}
${person(720, 'From', cutName(transfer.sender_name), transfer.sending_bank, transfer.sender_account, bar)}
<path d="M149 868v64m-18-20 18 20 18-20" fill="none" stroke="#c3cad4" stroke-width="5" stroke-linecap="round"/>
${person(990, 'To', receiverName(transfer.receiver_bank, transfer.receiver_account), transfer.receiver_bank, transfer.receiver_account, '#64748b')}
<path d="M${LEFT} 1190H${RIGHT}" stroke="#dde2e9" stroke-width="3" stroke-dasharray="4 12" stroke-linecap="round"/>
${details(transfer)}
<rect x="${RIGHT - QR_SIZE - 24}" y="1424" width="${QR_SIZE + 24}" height="${QR_SIZE + 24}" rx="20" fill="none" stroke="#dde2e9" stroke-width="3"/>
${qrcode(payload, RIGHT - QR_SIZE - 12, 1436)}
${text(LEFT, 1500, 30, '#5b6675', 'Scan to verify')}
${text(LEFT, 1546, 30, '#5b6675', 'this transfer')}
${text(LEFT, 1736, 26, '#98a2b0', 'Sandbox. No real money moved.')}
${text(WIDTH / 2, 1864, 26, '#98a2b0', 'Keep this slip as proof of payment', 'text-anchor="middle"')}
</svg>`;
}

function head({ sending_bank }: Transfer): string {
  return `<circle cx="139" cy="150" r="52" fill="#fff"/>
${text(139, 168, 48, '#1b2430', sending_bank.slice(0, 1), 'font-weight="700" text-anchor="middle"')}
${text(220, 142, 44, '#fff', sending_bank, 'font-weight="700"')}
${text(220, 190, 30, '#fff', bankByCode(sending_bank).nameEN, 'opacity="0.85"')}`;
}

function amount({ amount, currency }: Transfer, colour: string): string {
  return `<circle cx="540" cy="392" r="44" fill="${colour}"/>
<path d="m518 394 16 16 30-34" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>
${text(540, 486, 36, '#5b6675', 'Transfer successful', 'text-anchor="middle"')}
${text(540, 590, 84, '#161d27', formatMoney(BigInt(amount)), 'font-weight="700" text-anchor="middle"')}
${text(540, 640, 32, '#5b6675', currency === 'BAHT' ? 'Baht' : 'Kip', 'text-anchor="middle"')}`;
}

function person(y: number, label: string, name: string, bank: string, account: string, colour: string): string {
  return `<circle cx="149" cy="${y + 66}" r="53" fill="${colour}"/>
${text(149, y + 80, 38, '#fff', bank.slice(0, 1), 'font-weight="700" text-anchor="middle"')}
${text(240, y + 30, 28, '#7b8694', label)}
${text(240, y + 78, 40, '#161d27', name.slice(0, NAME_LENGTH), 'font-weight="700"')}
${text(240, y + 124, 32, '#5b6675', `${bank} · ${maskAccount(account)}`)}`;
}

const BANGKOK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  dateStyle: 'medium',
  timeStyle: 'short',
});

function details({ paid_at, reference, bill_reference }: Transfer): string {
  const row = (y: number, label: string, value: string) =>
    text(LEFT, y, 32, '#7b8694', label) + text(RIGHT, y, 32, '#161d27', value, 'text-anchor="end"');
  return `${row(1258, 'Date', BANGKOK.format(paid_at))}
${row(1318, 'Transaction', reference)}
${row(1378, bill_reference ? 'Bill reference' : 'Fee', bill_reference ?? '0.00')}`;
}

function qrcode(payload: string, x: number, y: number): string {
  const { size, data } = QRCode.create(payload, { errorCorrectionLevel: 'M' }).modules;
  const dark = Array.from({ length: size * size }, (_, at) => at).filter((at) => data[at]);
  const path = dark.map((at) => `M${QUIET + (at % size)} ${QUIET + Math.floor(at / size)}h1v1h-1z`).join('');
  // Whole pixels, so that all modules have the same width.
  const side = size + 2 * QUIET;
  const module = Math.floor(QR_SIZE / side);
  const rest = Math.floor((QR_SIZE - side * module) / 2);
  return `<g transform="translate(${x + rest} ${y + rest}) scale(${module})" shape-rendering="crispEdges">
<rect width="${side}" height="${side}" fill="#fff"/><path d="${path}" fill="#10151c"/></g>`;
}

function text(x: number, y: number, size: number, fill: string, content: string, more = ''): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${more}>${escapeXml(content)}</text>`;
}

function escapeXml(content: string): string {
  return content.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
