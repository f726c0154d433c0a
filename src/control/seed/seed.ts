import path from 'node:path';
import { createPasswords, type PasswordCost } from '#accounts/domain/sign-in/passwords.ts';
import { formatApiTime } from '#accounts/store/api-time.ts';
import type { Store } from '#accounts/store/index.ts';
import { formatMemberName, type PlaceOf } from '#config/check.ts';
import { type FileDocument, readDocument } from '#config/document.ts';
import type { Runtime } from '#runtime.ts';
import { writeSeed } from './apply.ts';
import { withNumbers } from './numbers.ts';
import { checkReferences } from './references.ts';
import { readResponseFiles } from './response-files.ts';
import { checkSeed, type SeedData } from './schema.ts';

export interface SeedOptions {
  readonly store: Store;
  readonly runtime: Runtime;
  readonly passwordCost: PasswordCost;
}

/** A seed, and the places of its members for error messages. */
export interface Seed {
  readonly data: SeedData;
  readonly placeOf: PlaceOf;
}

/** @throws UsageError when the file cannot be read or is invalid; `origin` is the setting that names it. */
export async function readSeed(file: string, origin: string): Promise<Seed> {
  return parseDocumentSeed(await readDocument(file, origin), path.dirname(file));
}

/**
 * @param folder that of the files that responses name.
 * @throws UsageError when the document is invalid, or a file cannot be read.
 */
export async function parseDocumentSeed(document: FileDocument, folder: string): Promise<Seed> {
  const placeOf: PlaceOf = (path) => `${document.placeOf(path)}: ${formatMemberName(path) || 'the file'}`;
  const data = checkSeed(withNumbers(document.value ?? {}, document.typed), placeOf);
  return { data: { ...data, ...(await readResponseFiles(data, folder, placeOf)) }, placeOf };
}

/** @throws UsageError when the data are invalid. */
export function parseSeed(data: unknown): Seed {
  const placeOf: PlaceOf = (path) => formatMemberName(path) || 'the seed';
  return { data: checkSeed(data, placeOf), placeOf };
}

/**
 * Writes users, applications and tokens to the store. Checks the whole seed before it writes anything. Idempotent.
 * @throws UsageError when the seed contradicts itself or the store.
 */
export async function applySeed(options: SeedOptions, { data, placeOf }: Seed): Promise<void> {
  const { store, runtime, passwordCost } = options;
  await checkReferences(data, store, placeOf);
  const passwords = createPasswords(runtime, passwordCost);
  await writeSeed({ store, passwords, at: formatApiTime(runtime.now()) }, data);
}
