type Environment = Record<string, string | undefined>;

export type Config = {
  host: string;
  port: number;
  databaseUrl: string;
  productUrl: string;
  /** Shared with the product: calls in both directions carry it or are signed with it. */
  key: string;
};

/** A problem that the user can put right. Its message is the whole sentence shown to the user. */
export class StartProblem extends Error {}

/** The environment, parsed once at boot. A value that makes no sense stops the boot and names its variable. */
export function readConfig(environment: Environment): Config {
  if (environment.NODE_ENV === 'production') {
    throw new StartProblem(
      'The sandbox plays banks and providers with a public key, so it does not run in production.',
    );
  }
  const read = (name: string, fallback: string) => environment[name]?.trim() || fallback;
  const host = read('SANDBOX_HOST', '127.0.0.1');
  if (!['127.0.0.1', 'localhost', '::1'].includes(host) && read('DEMO', 'off') !== 'on') {
    throw new StartProblem(
      `SANDBOX_HOST is ${host}, where others could play every bank and provider: set DEMO=on if that is meant.`,
    );
  }
  return {
    host,
    port: readPort(read('SANDBOX_PORT', '4000')),
    databaseUrl: readDatabaseUrl(read('SANDBOX_DATABASE_URL', '')),
    productUrl: readProductUrl(read('PRODUCT_URL', 'http://127.0.0.1:3000')),
    key: read('SANDBOX_KEY', 'sandbox-key-not-a-secret'),
  };
}

function readPort(value: string): number {
  if (/^\d+$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new StartProblem(`SANDBOX_PORT must be a whole number from 0 to 65535, not "${value}".`);
}

/** The error does not repeat the value: it holds a password. */
function readDatabaseUrl(value: string): string {
  if (!value) throw new StartProblem('SANDBOX_DATABASE_URL is missing: the sandbox keeps books of its own.');
  const url = URL.parse(value);
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return value;
  throw new StartProblem('SANDBOX_DATABASE_URL must look like postgres://user:password@host:port/database.');
}

function readProductUrl(value: string): string {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return value.replace(/\/+$/, '');
  throw new StartProblem(`PRODUCT_URL must be an http address, not "${value}".`);
}
