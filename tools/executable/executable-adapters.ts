import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BUILT_IN_PATHS } from '@sparring/conformance';

/**
 * The module that replaces the folder of adapters in the executable: the texts of those that an interpreter of the machine
 * runs, and the names of those that run in the executable.
 */
export function foldersModule(folder: string): string {
  const texts = readAdapters(folder);
  return `import { extractAdapters } from ${JSON.stringify(path.join(import.meta.dirname, 'extract-adapters.ts'))};
    export const adaptersFolder = () => extractAdapters(${JSON.stringify(texts)});
    export const buildNodeCommand = (place) => [process.execPath, '--adapter', place];`;
}

/** The module with the adapters that run in the executable, which is the only Node of the machine. */
export function nodeAdaptersModule(folder: string): string {
  const members = BUILT_IN_PATHS.filter(({ isOfNode }) => isOfNode).map(
    ({ path: place }) =>
      `${JSON.stringify(place)}: () => import(${JSON.stringify(path.join(folder, place))})`,
  );
  return `export const nodeAdapters = { ${members.join(', ')} };`;
}

/** The files of each adapter, and what the adapters of its language share. */
function readAdapters(folder: string): Record<string, string> {
  const patterns = BUILT_IN_PATHS.filter(({ isOfNode }) => !isOfNode).map(({ path: place }) => {
    const [language = '', client = ''] = place.split('/');
    return `${language}/{*,protocol/*,${client}/*}`;
  });
  const files = globSync([...new Set(patterns)], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    files.map((file) => [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file, 'utf8')]),
  );
}
