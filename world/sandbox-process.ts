import { buildSandbox } from '../sandbox/src/app.ts';
import { readConfig } from '../sandbox/src/config.ts';

/**
 * One process with the sandboxes of several worlds, one after the other or side by side. Each has a port and books of
 * its own, so that none knows of the others; only the modules are loaded once.
 */
export type Order = { id: number; open: Record<string, string> } | { id: number; close: true };
export type Report = { id: number; error?: string };

const opened = new Map<number, Awaited<ReturnType<typeof buildSandbox>>>();

process.on('message', (order: Order) => {
  const done = 'open' in order ? open(order.id, order.open) : close(order.id);
  const report = (error?: string) => process.send?.({ id: order.id, ...(error && { error }) } satisfies Report);
  done.then(
    () => report(),
    (error: unknown) => report(String(error)),
  );
});
process.on('disconnect', () => process.exit(0));

async function open(id: number, environment: Record<string, string>): Promise<void> {
  const config = readConfig(environment);
  const http = await buildSandbox(config);
  opened.set(id, http);
  await http.listen({ host: config.host, port: config.port });
}

async function close(id: number): Promise<void> {
  await opened.get(id)?.close();
  opened.delete(id);
}

process.send?.({ type: 'ready' });
