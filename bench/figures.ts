/** One measured figure and the least or most that it should be; none where nothing is wanted yet. */
export type Figure = { name: string; value: number; unit?: string; least?: number; most?: number };

/** Prints a figure, and tells `npm run bench`, if that runs the measurement, for its table. */
export function tell(figure: Figure): void {
  console.log(inWords(figure));
  process.send?.(figure);
}

export function isReached({
  value,
  least = Number.NEGATIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
}: Figure): boolean {
  return value >= least && value <= most;
}

export function inWords({ name, value, unit = '', least, most }: Figure): string {
  const wanted = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ];
  const mark = isReached({ name, value, ...(least !== undefined && { least }), ...(most !== undefined && { most }) });
  const verdict = wanted.length === 0 ? '' : `${mark ? '✓' : '✗'} ${wanted.join(', ')}`;
  return `${name.padEnd(72)} ${`${value.toFixed(2)} ${unit}`.padEnd(12)} ${verdict}`.trimEnd();
}
