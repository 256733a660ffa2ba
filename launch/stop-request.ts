/** Calls back, possibly more than once, when somebody wants this process to stop. */
export function onStopRequest(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  if (process.env.npm_lifecycle_event === undefined) return;
  // npm hands a signal to the shell between it and us, and not every shell hands it on: some just end.
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && stop(), 200).unref();
}
