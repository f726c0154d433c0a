/**
 * The bundle, started through the library with the `OPTIONS` (JSON) of the environment. Prints the port and the time
 * that `start()` took.
 */
const built = '../dist/index.js';
const { start }: typeof import('../src/index.ts') = await import(built);

const before = performance.now();
const server = await start(JSON.parse(process.env.OPTIONS ?? '{}'));
console.log(JSON.stringify({ port: server.port, startMilliseconds: performance.now() - before }));
