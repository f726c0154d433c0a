import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operationSources } from './reference/operation-sources.ts';

/** Writes the pages of `docs/reference/` and the printed source files. A test fails if they are not current. */
const root = path.join(import.meta.dirname, '..');
await write(await operationSources());
// The page of the commands lists those of the printed source.
const { referencePages } = await import('./reference/reference-pages.ts');
await write(await referencePages());

async function write(files: ReadonlyMap<string, string>): Promise<void> {
  for (const [file, content] of files) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  }
}
