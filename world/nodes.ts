import { environmentOf } from '../launch/environment.ts';
import { freePort } from '../launch/ports.ts';
import { SERVER, type Service, startServiceAndWait } from '../launch/service.ts';
import type { Parts } from './databases.ts';
import { SHORT_DOUBTS } from './doubts.ts';
import { ONE_ADDRESS } from './one-address.ts';

/** A process of the product. */
export type Node = {
  url: string;
  port: number;
  /** All it has written so far, where that was asked for. */
  output: () => string;
  /** Without warning, as a machine that loses its power. */
  kill: () => Promise<void>;
  /** Again, at the same address. */
  start: () => Promise<void>;
};

type Options = {
  databaseUrl: string;
  dataDir: string;
  environment?: Record<string, string>;
  port?: number;
  sandboxPort?: number;
  /** Another main than the product's own. */
  main?: string;
  /** Its output is kept instead of shown. */
  isHeard?: boolean;
};

export async function startNode(parts: Parts, options: Options): Promise<Node> {
  const { databaseUrl, dataDir, sandboxPort, environment, main = SERVER, isHeard } = options;
  const port = options.port ?? (await freePort());
  const addresses = environmentOf({ databaseUrl, dataDir, port, ...(sandboxPort && { sandboxPort }) });
  const env = { ...SHORT_DOUBTS, ...ONE_ADDRESS, ...addresses, HOST: '127.0.0.1', ...environment };
  let output = '';
  const onOutput = (text: string) => {
    output += text;
  };
  let service: Service | undefined;
  const start = async () => {
    service = await startServiceAndWait({ args: [main], env, ...(isHeard && { onOutput }) }).catch((cause: Error) => {
      throw new Error(`${cause.message} ${output}`, { cause });
    });
  };
  const kill = async () => service?.kill();
  parts.defer(kill);
  await start();
  return { url: `http://127.0.0.1:${port}`, port, output: () => output, kill, start };
}
