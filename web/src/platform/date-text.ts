const two = (value: number) => String(value).padStart(2, '0');

/** A time as short as possible: 14:05 today, 13/11 14:05 before. */
export function shortTimeText(date: Date, now: Date): string {
  const time = clockText(date);
  if (date.toDateString() === now.toDateString()) return time;
  return `${two(date.getDate())}/${two(date.getMonth() + 1)} ${time}`;
}

/** DD/MM/YYYY HH:mm:ss in the member's own zone. */
export function dateTimeText(date: Date): string {
  return `${dateText(date)} ${timeText(date)}`;
}

/** DD/MM/YYYY HH:mm */
export function minuteText(date: Date): string {
  return `${dateText(date)} ${clockText(date)}`;
}

export function dateText(date: Date): string {
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}

export function clockText(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** HH:mm:ss */
export function timeText(date: Date): string {
  return `${clockText(date)}:${two(date.getSeconds())}`;
}

/** The day as date inputs and file names write it: 2026-11-15. */
export function isoDayText(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
