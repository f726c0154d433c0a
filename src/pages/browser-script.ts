import { globSync } from 'node:fs';
import path from 'node:path';
import type { OutputChunk } from 'rolldown';

const source = path.join(import.meta.dirname, '..');
const root = path.join(source, '..');
/** The package whose folders begin with its name. */
const PACKAGE = 'conformance/';

/** A script for browsers. */
export interface BrowserScript {
  readonly text: string;
  /** The text in the coding `br`, which the published package contains. */
  readonly brotli?: Uint8Array;
}

/**
 * Returns the script for browsers whose entry is `browser/index.ts` in this folder, as one minified text.
 *
 * Bundles the TypeScript source on each call. `npm run build` replaces this module by one that contains the bundled scripts,
 * so that the published package needs no bundler.
 * @param folder path below `src/`, such as `docs`; of the conformance suite below the project, such as `conformance/src/report`
 */
export async function loadBrowserScript(folder: string): Promise<BrowserScript> {
  return { text: (await bundleBrowserScript(folder)).code };
}

/** The script, its source map with paths below `src/`, and the files that it consists of. */
export async function bundleBrowserScript(
  folder: string,
): Promise<Pick<OutputChunk, 'code' | 'map' | 'moduleIds'>> {
  const { build } = await import('rolldown');
  const { output } = await build({
    cwd: source,
    input: path.join(folder.startsWith(PACKAGE) ? root : source, folder, 'browser/index.ts'),
    platform: 'browser',
    write: false,
    logLevel: 'silent',
    // The script has no reference to its source map, whose paths are relative to `dir`.
    output: {
      format: 'iife',
      minify: true,
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
      dir: source,
      comments: false,
    },
  });
  return output[0];
}

/** The folders with a script for browsers, as `loadBrowserScript` takes them. */
export function browserScriptFolders(): string[] {
  return globSync('{src,conformance/src}/**/browser/index.ts', { cwd: root }).map((entry) =>
    path
      .join(entry, '../..')
      .split(path.sep)
      .join('/')
      .replace(/^src\//, ''),
  );
}
