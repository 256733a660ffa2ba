import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code, with the types stripped, is kept for the next start of the launcher and of what it starts. What the
// launcher imports comes after this, therefore.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', '.cache', 'node');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('./run-product.ts');
