type Addresses = {
  databaseUrl: string;
  /** Where the sandbox keeps its books. */
  sandboxDatabaseUrl?: string | undefined;
  dataDir: string;
  /** Where the product is found. */
  port: number;
  /** Where it listens, if something else stands before it. */
  apiPort?: number;
  /** None in production. */
  sandboxPort?: number;
};

/** Addresses of the database for others: a server that was taken over must not have them. */
export const NOT_FOR_THE_SERVER = { DATABASE_OWNER_URL: undefined, SANDBOX_DATABASE_URL: undefined };

/** What the processes of the product and its sandbox are told, so that each finds the others. */
export function environmentOf(addresses: Addresses) {
  const { databaseUrl, sandboxDatabaseUrl, dataDir, port, apiPort = port, sandboxPort } = addresses;
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(apiPort),
    ...(sandboxDatabaseUrl && { SANDBOX_DATABASE_URL: sandboxDatabaseUrl }),
    ...(sandboxPort !== undefined && {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
      PRODUCT_URL: `http://127.0.0.1:${port}`,
    }),
  };
}
