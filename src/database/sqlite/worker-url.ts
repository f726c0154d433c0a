/** The module of the worker thread. The build replaces it by the bundled one. */
export const workerUrl = new URL('./worker.ts', import.meta.url);
