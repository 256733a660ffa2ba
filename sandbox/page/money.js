const FIGURES = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {number} amount */
export function money(amount) {
  return FIGURES.format(amount);
}
