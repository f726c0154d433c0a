import { accessSync } from 'node:fs';
import path from 'node:path';

/**
 * The filter by which the bundler finds modules of this project.
 * @param files Paths below the project.
 * @throws If a file does not exist: a filter that finds nothing would bundle the wrong code without an error.
 */
export function moduleFilter(...files: readonly string[]): RegExp {
  for (const file of files) accessSync(path.join(import.meta.dirname, '..', file));
  const patterns = files.map((file) => file.replaceAll('/', '[\\\\/]').replaceAll('.', '\\.'));
  return new RegExp(`[\\\\/](?:${patterns.join('|')})$`);
}
