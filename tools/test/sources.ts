import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const IMPORT = /\bfrom '([.#][^']+\.ts|@sparring\/[^']+)'/g;

const root = path.join(import.meta.dirname, '../..');

export interface Source {
  readonly text: string;
  /** Absolute paths. */
  readonly imports: readonly string[];
}

/** The files, and all files that they import directly or indirectly, by path. */
export function readSources(files: readonly string[]): ReadonlyMap<string, Source> {
  const sources = new Map<string, Source>();
  const reached = new Set(files);
  for (const file of reached) {
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    const imports = Array.from(text.matchAll(IMPORT), ([, name = '']) => resolveImport(file, name));
    sources.set(file, { text, imports });
    for (const each of imports) reached.add(each);
  }
  return sources;
}

/** The absolute path of an imported file: relative, by the member `imports` of package.json, or by the door of a workspace package. */
export function resolveImport(importer: string, specifier: string): string {
  if (specifier.startsWith('@')) return createRequire(importer).resolve(specifier);
  if (!specifier.startsWith('#')) return path.resolve(path.dirname(importer), specifier);
  const name = specifier.slice(1);
  return path.join(root, /^(?:test|types)\//.test(name) ? name : `src/${name}`);
}

/** The files that import the given one directly or indirectly. */
export function findImporters(sources: ReadonlyMap<string, Source>, imported: string): ReadonlySet<string> {
  const found = new Set([imported]);
  for (const target of found)
    for (const [file, { imports }] of sources) if (imports.includes(target)) found.add(file);
  found.delete(imported);
  return found;
}
