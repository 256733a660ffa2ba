import { fastify } from 'fastify';

/** The plainest server that gives the answer of a lookup: no gate, no schema, no database. */
const app = fastify();
app.get('/api/lookup/active', async () => ({ active: true }));
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send({ type: 'ready' });
