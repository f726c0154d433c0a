import path from 'node:path';
import { readDocument } from '#config/document.ts';
import { UsageError } from '#config/usage-error.ts';
import type { SeedData } from './schema.ts';
import { parseDocumentSeed } from './seed.ts';

/**
 * Reads rules from YAML or JSON: a list of them, or an object with the members `rules` and `unmatched` of a seed.
 * @throws UsageError when the file cannot be read or is invalid; `origin` is the setting that names it.
 */
export async function readRules(
  file: string,
  origin: string,
): Promise<Pick<SeedData, 'rules' | 'unmatched'>> {
  const document = await readDocument(file, origin);
  const { value, typed, placeOf } = document;
  const folder = path.dirname(file);
  if (Array.isArray(value)) {
    const list = { value: { rules: value }, typed: { rules: typed } };
    return (await parseDocumentSeed({ ...list, placeOf: (at) => placeOf(at.slice(1)) }, folder)).data;
  }
  const {
    rules = [],
    unmatched = [],
    $schema: _,
    ...others
  } = (await parseDocumentSeed(document, folder)).data;
  const [name] = Object.keys(others);
  if (name !== undefined)
    throw new UsageError(`${placeOf([name])}: a file of rules has rules and unmatched only, not ${name}.`);
  return { rules, unmatched };
}
