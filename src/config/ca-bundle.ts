import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getCACertificates } from 'node:tls';

type Variables = Readonly<Record<string, string | undefined>>;

/** A file that cannot be read, such as a folder, is replaced by other authorities. */
export async function readAuthorities(file: string, otherwise: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => otherwise);
}

/** The roots of the system; those of Node where the system has none. */
export function systemRoots(): string {
  const roots = getCACertificates('system');
  return [...new Set(roots.length > 0 ? roots : getCACertificates('bundled'))].join('\n');
}

/**
 * Writes a file with an authority, and with those that programs trust without it: the roots of the system, and the files of
 * `SSL_CERT_FILE` and `REQUESTS_CA_BUNDLE`.
 * @returns its path
 */
export async function writeCaBundle(caPath: string, folder: string, variables: Variables): Promise<string> {
  const certificate = await readFile(caPath, 'utf8');
  const named = [variables.SSL_CERT_FILE, variables.REQUESTS_CA_BUNDLE].filter((file) => file);
  const others = await Promise.all(named.map((file = '') => readAuthorities(file, '')));
  const file = path.join(folder, 'bundle.pem');
  // Several processes can write it at the same time.
  const draft = `${file}.${process.pid}`;
  await writeFile(
    draft,
    [systemRoots(), ...others, certificate].map((text) => `${text.trimEnd()}\n`).join(''),
  );
  await rename(draft, file);
  return file;
}
