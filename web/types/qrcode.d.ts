// In place of @types/qrcode, which would bring Node's globals into the browser's code.
export function toDataURL(
  text: string,
  options: { width: number; margin: number; errorCorrectionLevel: 'M' },
): Promise<string>;
