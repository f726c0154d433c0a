import { globSync } from 'node:fs';
import path from 'node:path';
import type { OutputChunk, Plugin } from 'rolldown';

const source = path.join(import.meta.dirname, '..');
const root = path.join(source, '..');
/** The package whose folders begin with its name. */
const PACKAGE = 'conformance/';

/**
 * Returns the script for browsers whose entry is `browser/index.ts` in this folder, as one minified text.
 *
 * Bundles the TypeScript source on each call. `npm run build` replaces this module by one that contains the bundled scripts,
 * so that the published package needs no bundler.
 * @param folder path below `src/`, such as `docs`; of the conformance suite below the project, such as `conformance/src/report`
 */
export async function loadBrowserScript(folder: string): Promise<string> {
  return (await bundleBrowserScript(folder)).code;
}

/** The script, its source map with paths below `src/`, and the files that it consists of. */
export async function bundleBrowserScript(
  folder: string,
): Promise<Pick<OutputChunk, 'code' | 'map' | 'moduleIds'>> {
  const [{ build }, utils] = await Promise.all([import('rolldown'), import('rolldown/utils')]);
  const { output } = await build({
    cwd: source,
    input: path.join(folder.startsWith(PACKAGE) ? root : source, folder, 'browser/index.ts'),
    platform: 'browser',
    write: false,
    logLevel: 'silent',
    plugins: [compactTemplates(utils)],
    experimental: { nativeMagicString: true },
    // The script has no reference to its source map, whose paths are relative to `dir`.
    output: {
      format: 'iife',
      minify: true,
      comments: false,
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
      dir: source,
    },
  });
  return output[0];
}

/**
 * Removes the lines and the indentation of the templates of markup, as the minification does with the code around them: htm
 * ignores white space with a line break before an element, a value, and the end.
 */
function compactTemplates({ parseSync, Visitor }: typeof import('rolldown/utils')): Plugin {
  let spans: { readonly start: number; readonly end: number }[] = [];
  const visitor = new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'html') spans.push(...quasi.quasis);
    },
  });
  return {
    name: 'compact-templates',
    transform: {
      filter: { code: 'html`' },
      handler(code, id, { magicString }) {
        if (!magicString) return;
        spans = [];
        visitor.visit(parseSync(id, code).program);
        for (const { start, end } of spans)
          for (const { 0: space, index } of code.slice(start, end + 1).matchAll(SPACE))
            magicString.remove(start + index, start + index + space.length);
        return { code: magicString };
      },
    },
  };
}

/** A line break and its indentation before an element, a value, and the end of a template. */
const SPACE = /\n *(?=<|\$\{|`)/g;

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
