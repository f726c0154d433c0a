/**
 * What ships, started through the library: `DATABASE` and `SEED` (JSON) come from the environment. Prints the port and how
 * long `start()` took.
 */
const built = '../dist/index.js';
const { start }: typeof import('../src/index.ts') = await import(built);

const before = performance.now();
const server = await start({
  database: process.env.DATABASE ?? 'memory',
  ...(process.env.SEED ? { seed: JSON.parse(process.env.SEED) } : {}),
});
console.log(JSON.stringify({ port: server.port, startMilliseconds: performance.now() - before }));
