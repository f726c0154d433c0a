import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'rolldown';
import { moduleFilter } from './module-filter.ts';

const root = path.join(import.meta.dirname, '..');

/** The fixtures of test runners, by the name of their export. Vitest loads ES modules only. */
const FIXTURES = {
  'node-test': ['esm', 'cjs'],
  vitest: ['esm'],
  'vitest-global-setup': ['esm'],
  jest: ['esm', 'cjs'],
  playwright: ['esm', 'cjs'],
} as const;

/** Builds the fixtures, which load the library of the package, and copies their types. */
export async function buildFixtures(dist: string): Promise<void> {
  for (const format of ['esm', 'cjs'] as const) {
    const names = Object.entries(FIXTURES).flatMap(([name, formats]) =>
      (formats as readonly string[]).includes(format) ? [name] : [],
    );
    const extension = format === 'esm' ? '.js' : '.cjs';
    const folder = format === 'esm' ? dist : path.join(dist, 'cjs');
    await build({
      cwd: root,
      platform: 'node',
      logLevel: 'warn',
      external: [/^node:/, 'vitest', '@playwright/test'],
      plugins: [
        {
          name: 'library',
          resolveId: {
            // The classes of errors are those of the library.
            filter: { id: /^(?:#library\/index|.*\/verification-error)\.ts$/ },
            handler: () => ({ id: `./index${extension}`, external: true }),
          },
          load: {
            filter: { id: moduleFilter('src/fixtures/remote/control-thread-file.ts') },
            handler: () => `export const controlThreadFile = new URL(
              '${format === 'esm' ? '..' : '../..'}/bin/control-thread.cjs', import.meta.url);`,
          },
        },
      ],
      input: Object.fromEntries(names.map((name) => [name, `src/fixtures/${name}.ts`])),
      // Not minified: Vitest and Playwright read the parameters of functions from their source.
      output: {
        dir: folder,
        format,
        entryFileNames: `[name]${extension}`,
        chunkFileNames: `fixtures${extension}`,
      },
    });
    for (const name of [...names, 'matchers', 'test-server']) {
      const source = await readFile(path.join(root, `types/${name}.d.ts`), 'utf8');
      const types = source.replaceAll(/'\.\/([\w-]+)(?:\.d)?\.ts'/g, `'./$1${extension}'`);
      await writeFile(path.join(folder, `${name}.d.${format === 'esm' ? 'ts' : 'cts'}`), types);
    }
  }
}
