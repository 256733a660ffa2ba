/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Of the root package.json, put in by vite.config.ts. */
  readonly PRODUCT_VERSION: string;
}
