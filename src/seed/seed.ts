import { toApiTime } from '../authorizations/answers/api-time.ts';
import { createPasswords, type PasswordCost } from '../authorizations/sign-in/passwords.ts';
import type { Store } from '../authorizations/store.ts';
import { type PlaceOf, toMemberName } from '../config/check.ts';
import { type FileDocument, readDocument } from '../config/document.ts';
import type { Runtime } from '../runtime.ts';
import { writeSeed } from './apply.ts';
import { checkSeed } from './check.ts';
import { checkReferences } from './references.ts';
import type { SeedData } from './schema.ts';

export interface SeedOptions {
  readonly store: Store;
  readonly runtime: Runtime;
  readonly passwordCost: PasswordCost;
}

/** A seed and where its members stand, for refusals. */
export interface Seed {
  readonly data: SeedData;
  readonly placeOf: PlaceOf;
}

/** @throws UsageError when the file cannot be read or does not fit; `origin` is where its name came from. */
export async function readSeed(file: string, origin: string): Promise<Seed> {
  return toDocumentSeed(await readDocument(file, origin));
}

/** @throws UsageError when the document does not fit. */
export function toDocumentSeed(document: FileDocument): Seed {
  const placeOf: PlaceOf = (path) => `${document.placeOf(path)}: ${toMemberName(path) || 'the file'}`;
  return { data: checkSeed(document.value ?? {}, placeOf), placeOf };
}

/** @throws UsageError when the data does not fit. */
export function toSeed(data: unknown): Seed {
  const placeOf: PlaceOf = (path) => toMemberName(path) || 'the seed';
  return { data: checkSeed(data, placeOf), placeOf };
}

/**
 * Puts users, applications and tokens into the store. The whole seed is checked before anything is written; applying
 * it again changes nothing. @throws UsageError when it contradicts itself or the store.
 */
export async function applySeed(options: SeedOptions, { data, placeOf }: Seed): Promise<void> {
  const { store, runtime, passwordCost } = options;
  await checkReferences(data, store, placeOf);
  const passwords = createPasswords(runtime, passwordCost);
  await writeSeed({ store, passwords, at: toApiTime(runtime.now()) }, data);
}
