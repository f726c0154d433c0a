import { readDocument } from '../config/document.ts';
import { UsageError } from '../config/usage-error.ts';
import type { SeedData } from './schema.ts';
import { toDocumentSeed } from './seed.ts';

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
  if (Array.isArray(value)) {
    const list = { value: { rules: value }, typed: { rules: typed } };
    return toDocumentSeed({ ...list, placeOf: (path) => placeOf(path.slice(1)) }).data;
  }
  const { rules = [], unmatched = [], $schema: _, ...others } = toDocumentSeed(document).data;
  const [name] = Object.keys(others);
  if (name !== undefined)
    throw new UsageError(`${placeOf([name])}: a file of rules has rules and unmatched only, not ${name}.`);
  return { rules, unmatched };
}
