import { createServer } from 'vite';
import { ROOT } from './tool.ts';

// The web app's development server has its own process: Vite ends its process on SIGTERM, and the launcher must not end.
const server = await createServer({
  root: `${ROOT}/web`,
  server: { host: '127.0.0.1', port: Number(process.env.PORT), strictPort: true },
});
await server.listen();
process.on('disconnect', () => process.exit());
process.send?.({ type: 'ready' });
