import { slipPayload } from '@krapao/contract/deposits/emv.ts';
import QRCode from 'qrcode';
import sharp from 'sharp';
// Blocks the loaders when it is first loaded: here, and not with a member's first picture, in the middle of a drawing.
import '../src/providers/pictures/picture.ts';
import { atTheEnd } from './at-the-end.ts';

/** A number from 0 up to 1. The same seed gives the same numbers in the same order. */
export type Random = () => number;

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function between(random: Random, least: number, most: number): number {
  return least + random() * (most - least);
}

function oneOf<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
}

export const SLIP_WIDTH = 1080;
export const SLIP_HEIGHT = 2340;

const BANKS = [
  { code: '002', name: 'ธนาคารกรุงเทพ', colour: '#1e4598', tint: '#eef3ff' },
  { code: '004', name: 'ธนาคารกสิกรไทย', colour: '#0f8f46', tint: '#edf9f1' },
  { code: '006', name: 'ธนาคารกรุงไทย', colour: '#1ba5e1', tint: '#eaf7fd' },
  { code: '011', name: 'ธนาคารทหารไทยธนชาต', colour: '#0a4b9b', tint: '#ffffff' },
  { code: '014', name: 'ธนาคารไทยพาณิชย์', colour: '#4e2e7f', tint: '#f5f1fb' },
  { code: '025', name: 'ธนาคารกรุงศรีอยุธยา', colour: '#6f5f1e', tint: '#fff9e0' },
  { code: '030', name: 'ธนาคารออมสิน', colour: '#eb198d', tint: '#fff0f8' },
];
const NAMES = ['นาย สมชาย ใ***', 'น.ส. กมลชนก ว***', 'นาง ประไพ ส***', 'MR. ANAN K***', 'บจก. ตัวอย่าง จำกัด'];

/** The picture a bank's app saves after a transfer, as large as a phone's screen, and what its QR code says. */
export async function drawSlip(random: Random): Promise<{ payload: string; picture: Buffer }> {
  const bank = oneOf(random, BANKS);
  const reference = `${digits(random, 12)}${oneOf(random, ['ATF', 'BTF', 'APM', 'CPP'])}${digits(random, 5)}`;
  const payload = slipPayload({ bank: bank.code, reference });
  const picture = await draw(slipDrawing(random, bank, reference, payload));
  return { payload, picture };
}

/** A picture of nothing but the QR codes of these texts, one above the other. */
export async function drawQrCodes(texts: string[], size = 300): Promise<Buffer> {
  const codes = texts.map((text, index) => qrCode(text, 40, 40 + index * (size + 40), size)).join('');
  const [width, height] = [size + 80, 40 + texts.length * (size + 40)];
  return draw(drawing(width, height, `<rect width="${width}" height="${height}" fill="#fff"/>${codes}`));
}

/** The product blocks the SVG loader in its whole process. This unblocks it until the end of the test file. */
export function allowDrawings(): void {
  const operation = ['VipsForeignLoadSvg'];
  sharp.unblock({ operation });
  atTheEnd(async () => void sharp.block({ operation }));
}

function draw(svg: string): Promise<Buffer> {
  allowDrawings();
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 6 }).toBuffer();
}

function drawing(width: number, height: number, shapes: string): string {
  const font = 'Noto Sans Thai, Noto Sans, sans-serif';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${font}">${shapes}</svg>`;
}

function slipDrawing(random: Random, bank: (typeof BANKS)[number], reference: string, payload: string): string {
  const headerHeight = between(random, 320, 520);
  const qrSize = between(random, 250, 320);
  const qrTop = between(random, headerHeight + 1100, SLIP_HEIGHT - qrSize - 160);
  const qrLeft = oneOf(random, [90, SLIP_WIDTH - qrSize - 90, (SLIP_WIDTH - qrSize) / 2]);
  const amount = `${(random() * 50_000).toFixed(2)} บาท`;
  const rows = [
    ['จาก', oneOf(random, NAMES)],
    [bank.name, `xxx-x-x${digits(random, 4)}-x`],
    ['ไปยัง', oneOf(random, NAMES)],
    [oneOf(random, BANKS).name, `xxx-x-x${digits(random, 4)}-x`],
    ['เลขที่รายการ', reference],
    ['จำนวนเงิน', amount],
    ['ค่าธรรมเนียม', '0.00 บาท'],
  ];
  const lines = rows.map(([label, value], row) => {
    const y = headerHeight + 190 + row * 120;
    return `<text x="90" y="${y}" font-size="40" fill="#667">${label}</text>
      <text x="990" y="${y}" font-size="44" fill="#223" text-anchor="end">${value}</text>
      <line x1="90" x2="990" y1="${y + 36}" y2="${y + 36}" stroke="#dde" stroke-width="2"/>`;
  });
  const rings = Array.from({ length: 6 }, () => {
    const [x, y, radius] = [random() * SLIP_WIDTH, random() * SLIP_HEIGHT, between(random, 60, 300)];
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${bank.colour}" stroke-opacity="0.07" stroke-width="24"/>`;
  });
  return drawing(
    SLIP_WIDTH,
    SLIP_HEIGHT,
    `<defs><linearGradient id="header" x2="1" y2="1">
      <stop stop-color="${bank.colour}"/><stop offset="1" stop-color="${bank.colour}" stop-opacity="0.72"/>
    </linearGradient></defs>
    <rect width="${SLIP_WIDTH}" height="${SLIP_HEIGHT}" fill="${bank.tint}"/>
    ${rings.join('')}
    <rect width="${SLIP_WIDTH}" height="${headerHeight}" fill="url(#header)"/>
    <rect x="90" y="100" width="130" height="130" rx="30" fill="#fff"/>
    <path d="M155 118l52 94h-104z" fill="${bank.colour}"/>
    <rect x="860" y="110" width="110" height="110" fill="none" stroke="#fff" stroke-width="18"/>
    <rect x="895" y="145" width="40" height="40" fill="#fff"/>
    <text x="260" y="160" font-size="56" fill="#fff" font-weight="bold">โอนเงินสำเร็จ</text>
    <text x="260" y="230" font-size="40" fill="#fff">${Math.ceil(random() * 28)} พ.ย. 2569 · ${digits(random, 2)}:${digits(random, 2)} น.</text>
    <rect x="50" y="${headerHeight - 50}" width="980" height="${SLIP_HEIGHT - headerHeight - 40}" rx="40" fill="#fff" fill-opacity="0.86"/>
    ${lines.join('')}
    ${qrCode(payload, qrLeft, qrTop, qrSize)}
    <text x="540" y="${SLIP_HEIGHT - 40}" font-size="34" fill="#778" text-anchor="middle">ผู้รับเงินสามารถสแกนคิวอาร์โค้ดนี้เพื่อตรวจสอบสถานะการโอนเงิน</text>`,
  );
}

/** The size includes a quiet zone of three modules, as on banks' slips. */
function qrCode(text: string, left: number, top: number, size: number): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  let squares = '';
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) squares += `M${column + 3} ${row + 3}h1v1h-1z`;
    }
  }
  return `<rect x="${left}" y="${top}" width="${size}" height="${size}" fill="#fff"/>
    <path transform="translate(${left} ${top}) scale(${size / (modules.size + 6)})" d="${squares}"/>`;
}
