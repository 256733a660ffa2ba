type Addresses = {
  databaseUrl: string;
  dataDir: string;
  /** Where the product is found. */
  port: number;
  /** Where it listens, if something else stands before it. */
  apiPort?: number;
  /** None in production. */
  sandboxPort?: number;
};

/** What the processes of the product and its sandbox are told, so that each finds the others. */
export function environmentOf({ databaseUrl, dataDir, port, apiPort = port, sandboxPort }: Addresses) {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(apiPort),
    ...(sandboxPort !== undefined && {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
      PRODUCT_URL: `http://127.0.0.1:${port}`,
    }),
  };
}
