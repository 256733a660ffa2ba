import { resolve } from 'node:path';

export type Settings = {
  port: number;
  sandboxPort: number;
  dataDir: string;
  databaseUrl: string | undefined;
  ownerUrl: string | undefined;
  sandboxDatabaseUrl: string | undefined;
  /** Production has no sandbox and no demo login. */
  production: boolean;
  development: boolean;
};

export function readSettings(env: NodeJS.ProcessEnv, args: string[]): Settings {
  const settings = {
    port: readPort(env, 'PORT', 3000),
    sandboxPort: readPort(env, 'SANDBOX_PORT', 4000),
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl: env.DATABASE_URL || undefined,
    ownerUrl: env.DATABASE_OWNER_URL || undefined,
    sandboxDatabaseUrl: env.SANDBOX_DATABASE_URL || undefined,
    production: env.NODE_ENV === 'production',
    development: args.includes('--dev'),
  };
  if (settings.production && !settings.databaseUrl) {
    throw new Error(
      'DATABASE_URL is missing: production needs a PostgreSQL of its own (docs/deployment.md). The embedded one is for laptops: its packages are labelled beta, and the server could read its superuser’s password.',
    );
  }
  if (settings.port === settings.sandboxPort) {
    throw new Error(`PORT and SANDBOX_PORT are both ${settings.port}: set one of them to another port.`);
  }
  return settings;
}

export function readPort(env: NodeJS.ProcessEnv, name: string, standard: number): number {
  const text = env[name] || String(standard);
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new Error(`${name} is "${text}", which is not a port: set it to a whole number from 1 to 65535.`);
}
