/**
 * The bundle, started through the library with the `OPTIONS` (JSON) of the environment. Prints the port, and the
 * times that the import and `start()` took.
 */
const built = '../dist/index.js';
const beforeImport = performance.now();
const { start }: typeof import('#library/index.ts') = await import(built);
const before = performance.now();
const server = await start(JSON.parse(process.env.OPTIONS ?? '{}'));
// With `--expose-gc`. The last resort also returns unused pages to the system.
process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
});
const startMilliseconds = performance.now() - before;
const importMilliseconds = before - beforeImport;
console.log(JSON.stringify({ port: server.port, importMilliseconds, startMilliseconds }));
