/** Calls `stop`, possibly more than once, when the user or npm asks this process to stop. */
export function onStopRequest(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  if (process.env.npm_lifecycle_event === undefined) return;
  // npm sends a signal to the shell between npm and this process; some shells end without passing the signal on.
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && stop(), 200).unref();
}
