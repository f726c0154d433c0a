import { existsSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../server.ts';

// The build of the single executable replaces this module.

/** The folder of the package with the adapters, which is above this file in the source and in the bundle. */
export function adaptersFolder(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'conformance', 'adapters');
    if (existsSync(candidate)) return candidate;
    if (path.dirname(folder) === folder)
      throw new UsageError(
        'This installation has no folder conformance/adapters beside dist; name the command of an adapter after --.',
      );
  }
}

/** The command of an adapter that Node runs, by its path below the folder. */
export function buildNodeCommand(place: string): readonly [string, ...string[]] {
  return [process.execPath, path.join(adaptersFolder(), place)];
}
