const two = (value: number) => String(value).padStart(2, '0');

/** DD/MM/YYYY HH:mm:ss in the member's own zone. */
export function dateTimeText(date: Date): string {
  const day = `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
