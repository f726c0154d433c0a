import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { BIN_HOSTS } from '#bins/request-bin.ts';
import { createIdentity, type IssuedIdentity } from '#http/server/certificate.ts';
import type { Runtime } from '#runtime.ts';
import type { ServerSettings } from './settings/settings.ts';
import { UsageError } from './usage-error.ts';

type TlsSettings = Pick<ServerSettings, 'host' | 'baseUrl' | 'tls' | 'tlsPort' | 'tlsCert' | 'tlsKey'>;

export interface TlsIdentity {
  readonly identity: Omit<IssuedIdentity, 'ca'>;
  /** The file that clients trust: the given one, or a temporary file, which `close` removes. */
  readonly caPath: string;
  /** A temporary folder, which `close` removes. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Whether the main port serves TLS, if the server has a certificate. */
export function isMainPortSecure({ tlsPort }: Pick<TlsSettings, 'tlsPort'>): boolean {
  return tlsPort === undefined;
}

/**
 * Reads the certificate that the settings name, or creates one. The certificate contains the host and the host of the
 * base URL.
 * @throws UsageError when a file cannot be read or used, or only one of the two is given.
 */
export async function openTls(settings: TlsSettings, runtime: Runtime): Promise<TlsIdentity | undefined> {
  const { tls, tlsPort, tlsCert, tlsKey, host, baseUrl } = settings;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('tls-cert and tls-key belong together: name both files, or neither.', TLS);
  }
  if (tls && tlsPort !== undefined) {
    throw new UsageError(
      'tls serves TLS on the main port, and tls-port on another one: keep one of them.',
      TLS,
    );
  }
  if (tlsCert !== undefined && tlsKey !== undefined) {
    const identity = { cert: await read('tls-cert', tlsCert), key: await read('tls-key', tlsKey) };
    requirePair(identity);
    return { identity, caPath: tlsCert, ...(await createFolder()) };
  }
  if (!tls && tlsPort === undefined) return undefined;
  const identity = await createIdentity(
    [...host, hostname(), URL.parse(baseUrl ?? '')?.hostname ?? ''],
    runtime,
    BIN_HOSTS,
  );
  const created = await createFolder();
  const caPath = path.join(created.folder, 'ca.pem');
  await writeFile(caPath, identity.ca);
  return { identity, caPath, ...created };
}

async function createFolder(): Promise<Pick<TlsIdentity, 'folder' | 'close'>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-ca-'));
  return { folder, close: () => rm(folder, { recursive: true, force: true }) };
}

/** @throws UsageError unless the server can use the certificate with the key. */
function requirePair(identity: TlsIdentity['identity']): void {
  try {
    createSecureContext(identity);
  } catch (error) {
    // The text of OpenSSL, such as `error:0480006C:PEM routines::no start line`.
    const reason = error instanceof Error ? error.message.replace(/^error:\w+:/, '') : String(error);
    throw new UsageError(
      `tls-cert and tls-key must name a certificate and its private key in PEM files (${reason}).`,
      { cause: error, ...TLS },
    );
  }
}

async function read(name: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new UsageError(`${name} names ${JSON.stringify(file)}, which cannot be read (${reason}).`, TLS);
  }
}

const TLS = { kind: 'tls' } as const;
