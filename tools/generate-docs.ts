import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { referencePages } from './reference-pages.ts';

/** Writes the pages of `docs/reference/`. A test fails if they are not current. */
const root = path.join(import.meta.dirname, '..');
for (const [file, content] of await referencePages()) {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), content);
}
