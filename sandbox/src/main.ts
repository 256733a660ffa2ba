import { buildSandbox } from './app.ts';
import { type Config, readConfig, StartProblem } from './config.ts';

let isStopping = false;
const starting = start();

for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => void stop());
// The launcher may have gone while the modules were loading, before the listener above was added.
if (process.connected === false) void stop();

starting.catch((error: unknown) => {
  if (isStopping) return;
  console.error(error instanceof StartProblem ? error.message : error);
  process.exit(1);
});

async function start() {
  const config = readConfig(process.env);
  const http = await buildSandbox(config);
  try {
    const address = await http.listen({ host: config.host, port: config.port });
    if (process.connected) process.send?.({ type: 'ready' });
    else console.log(`The sandbox is on ${address}`);
    return http;
  } catch (error) {
    await http.close();
    throw inOneSentence(error, config);
  }
}

/** A stop during the start waits for the start, then closes everything that the start opened. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const http = await starting.catch(() => undefined);
  await http?.close();
  process.exit(0);
}

function inOneSentence(error: unknown, { host, port }: Config): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new StartProblem(`Port ${port} of ${host} is taken: set SANDBOX_PORT to another.`);
  if (code) return new StartProblem(`The sandbox cannot listen on ${host}, port ${port}: ${message}.`);
  return error;
}
