import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createIdentity } from '#http/server/certificate.ts';
import type { StartOptions } from '#library/index.ts';
import { createRuntime } from '#runtime.ts';
import { type MeasuredServer, startMeasured } from './process.ts';

/**
 * Starts the bundle with these options in its own process. The journal is off, unless the options say otherwise.
 * @param folder that of the project whose bundle is started.
 */
export function startSparring(options: StartOptions, folder = '.'): Promise<MeasuredServer> {
  return startMeasured(['--expose-gc', path.join(folder, 'bench/sparring-server.ts')], {
    variables: { OPTIONS: JSON.stringify({ journal: 0, ...options }) },
  });
}

/** Starts the bundle as `startSparring` does, and stops it after the action. */
export async function withServer<Result>(
  options: StartOptions,
  action: (server: MeasuredServer) => Promise<Result>,
  folder?: string,
): Promise<Result> {
  const server = await startSparring(options, folder);
  try {
    return await action(server);
  } finally {
    await server.stop();
  }
}

/** Passes the path of a new database, and deletes it after the action. */
export async function withFile<Result>(action: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-bench-'));
  try {
    return await action(path.join(folder, 'bench.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files in PEM, by the names of the settings. */
export interface CertificateFiles {
  readonly tlsCert: string;
  readonly tlsKey: string;
}

/** Passes a new certificate for this machine, and deletes it after the action. */
export function withCertificate<Result>(
  action: (files: CertificateFiles) => Promise<Result>,
): Promise<Result> {
  return withFile(async (file) => {
    const { cert, key } = await createIdentity(['127.0.0.1'], createRuntime());
    const files = { tlsCert: `${file}.cert`, tlsKey: `${file}.key` };
    await writeFile(files.tlsCert, cert);
    await writeFile(files.tlsKey, key);
    return action(files);
  });
}
