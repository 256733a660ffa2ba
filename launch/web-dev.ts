import { createServer } from 'vite';
import { ROOT } from './tool.ts';

// The development server of the web app, as a process of its own: Vite ends its process on SIGTERM, the launcher must not.
const server = await createServer({
  root: `${ROOT}/web`,
  server: { host: '127.0.0.1', port: Number(process.env.PORT), strictPort: true },
});
await server.listen();
process.on('disconnect', () => process.exit());
process.send?.({ type: 'ready' });
