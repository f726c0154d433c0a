import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Writes texts, by their paths, to a folder that is removed at the end of this process, and returns the folder. */
export function extractAdapters(texts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sparring-adapters-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(texts)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}
