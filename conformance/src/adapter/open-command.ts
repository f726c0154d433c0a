import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AdapterCommand } from './adapter-process.ts';
import type { AdapterCommandLine } from './find-built-in.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export interface OpenCommand {
  readonly command: AdapterCommand;
  /** Removes the file of the certificate authority. */
  close(): Promise<void>;
}

/** By which programs find the certificate authorities that they trust. */
const TRUST = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'] as const;
const PROXIES = /^(?:https?|all|no|ftp)_proxy$/i;

/** The command of an adapter with its environment: the authority of the suite, and no proxy. */
export async function openCommand(
  { command, args }: AdapterCommandLine,
  ca: string,
  given: Variables,
): Promise<OpenCommand> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-conformance-'));
  const caFile = path.join(folder, 'ca.pem');
  await writeFile(caFile, ca);
  const variables = {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => !PROXIES.test(name))),
    ...Object.fromEntries(TRUST.map((name) => [name, caFile])),
    SPARRING_CONFORMANCE: '1',
  };
  return {
    command: { command, args, variables, ca, caFile },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
