/** The chance of a weight in percent: as many decimals as it takes to tell it from none, two at most. */
export function chanceText(weight: number, weights: readonly number[]): string {
  const sum = weights.reduce((total, one) => total + one, 0);
  if (sum === 0 || weight === 0) return '0%';
  const percent = (weight * 100) / sum;
  return percent < 0.01 ? '<0.01%' : `${Number(percent.toFixed(2))}%`;
}
