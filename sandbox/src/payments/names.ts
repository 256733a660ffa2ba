/** Names and account numbers, partly hidden as banks and gateways show them. */

/** SOMCHAI J */
export function cutName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(' ')} ${[...last][0]}`;
}

/** xxxxxx7404 */
export function showLastFour(account: string): string {
  return account.slice(0, -4).replace(/\d/g, 'x') + account.slice(-4);
}

/** xxx-x-x7404-x: of ten digits the sixth to the ninth are shown, of others the last four. */
export function maskAccount(account: string): string {
  return account.length === 10 ? `xxx-x-x${account.slice(5, 9)}-x` : showLastFour(account);
}
