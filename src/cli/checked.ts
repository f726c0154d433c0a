import type { Path } from '../http/validation.ts';
import type { SeedData } from '../seed/schema.ts';

/**
 * Checks what was typed by the rules of the seed file, so that both take the same; a refusal begins with the word
 * that was typed, out of `words` by the member's name.
 */
export async function toChecked(data: SeedData, words: Readonly<Record<string, string>>): Promise<SeedData> {
  const { checkSeed } = await import('../seed/check.ts');
  return checkSeed(data, (path: Path) => words[String(path.at(-1))] ?? String(path.at(-1)));
}
