import { readFileSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file atomically, and removes it when the process ends, unless another process has replaced it by then.
 * @param mode permissions of the file
 */
export async function writeProcessFile(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    // Another user can place a link of this name in a shared folder: `wx` does not follow it.
    await rm(draft, { force: true });
    await writeFile(draft, text, { flag: 'wx', mode });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  process.once('exit', () => removeOwn(file, text));
}

function removeOwn(file: string, text: string): void {
  try {
    if (readFileSync(file, 'utf8') === text) rmSync(file);
  } catch {
    // The file is already deleted.
  }
}
