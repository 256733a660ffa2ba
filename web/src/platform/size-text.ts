/** How large a file is, as phones say it. */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.ceil(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
