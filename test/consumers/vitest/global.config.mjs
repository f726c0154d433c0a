import { defineConfig } from 'vitest/config';

// Each file is run in a process of its own.
// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: { include: ['global*.test.mjs'], globalSetup: ['./global-setup.mjs'], pool: 'forks' },
});
