import { readFileSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { toReason } from '../config/document.ts';
import { UsageError } from '../config/usage-error.ts';

/** Writes the port to a file atomically, and removes the file when the process ends. */
export async function writePortFile(file: string, port: number): Promise<void> {
  const text = `${port}\n`;
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new UsageError(`Cannot write the port to ${file}: ${toReason(error)}; change --port-file.`, {
      cause: error,
    });
  }
  process.once('exit', () => removeOwn(file, text));
}

/** Removes the file, unless another server has written its port to it. */
function removeOwn(file: string, text: string): void {
  try {
    if (readFileSync(file, 'utf8') === text) rmSync(file);
  } catch {
    // The file is already deleted.
  }
}
