import { createGlobalSetup } from 'sparring/vitest/global-setup';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default createGlobalSetup({
  seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] },
});
