import { siteName } from '../../../platform/edition.ts';
import { inAppBrowser } from '../../../platform/in-app-browser.ts';
import { saveFile } from '../../../platform/save-file.ts';

const WIDTH = 720;
const HEIGHT = 960;
const QR_SIZE = 560;
const INK = '#11161f';

type Words = { amount: string; name: string };

/** The provider's code as a picture and never as markup: nothing in it runs. */
export function svgUrl(markup: string): string {
  return `data:image/svg+xml,${encodeURIComponent(markup)}`;
}

/** The code as a PNG with what it is for, so that it is still understood in a gallery of pictures. */
export async function qrPicture(markup: string, { amount, name }: Words): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas to draw on');
  const image = await loaded(svgUrl(sized(markup)));
  const { fontFamily } = getComputedStyle(document.body);
  const write = (text: string, y: number, font: string) => {
    context.font = `${font} ${fontFamily}`;
    context.fillText(text, WIDTH / 2, y, WIDTH - 80);
  };

  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, (WIDTH - QR_SIZE) / 2, 130, QR_SIZE, QR_SIZE);
  context.fillStyle = INK;
  context.textAlign = 'center';
  write(siteName, 90, '700 40px');
  write(amount, 790, '700 68px');
  write(name, 860, '400 34px');
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas could not be saved'))), 'image/png');
  });
}

/** Some browsers draw nothing of a picture that does not say how large it is. */
function sized(markup: string): string {
  const picture = new DOMParser().parseFromString(markup, 'image/svg+xml');
  picture.documentElement.setAttribute('width', String(QR_SIZE));
  picture.documentElement.setAttribute('height', String(QR_SIZE));
  return new XMLSerializer().serializeToString(picture);
}

async function loaded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

const IS_IPHONE = /iPhone|iPad|iPod/;

function canShare(file: File): boolean {
  return IS_IPHONE.test(navigator.userAgent) && navigator.canShare?.({ files: [file] }) === true;
}

/** The browser of another app keeps no file; on an iPhone it may share one. */
export function canSavePicture(): boolean {
  return !inAppBrowser() || canShare(new File([], 'code.png', { type: 'image/png' }));
}

/** An iPhone keeps downloads apart from its photos, where bank apps look for a code; sharing can put it there. */
export async function savePicture(picture: Blob, fileName: string): Promise<void> {
  const file = new File([picture], fileName, { type: picture.type });
  if (canShare(file)) {
    await navigator.share({ files: [file] }).catch(unlessDismissed);
    return;
  }
  saveFile(fileName, picture);
}

function unlessDismissed(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
