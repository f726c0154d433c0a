import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What no client may report: the content of a file of its machine, and of a target that is no URL of HTTP. */
export const SECRET = 'sparring-secret';

export interface SecretFile {
  /** Its URL, with the scheme `file`. */
  readonly url: string;
  remove(): Promise<void>;
}

/** A file that a client can read, but its server must not. */
export async function createSecretFile(): Promise<SecretFile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-secret-'));
  const file = path.join(folder, 'secret.txt');
  await writeFile(file, SECRET);
  return { url: pathToFileURL(file).href, remove: () => rm(folder, { recursive: true, force: true }) };
}
