import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const CHARACTERS = 0x110000 - SURROGATES;

/**
 * Any character of Unicode, as the unit of `fc.string`. The unit `binary` of fast-check has the same characters, but makes and
 * keeps a table of all of them in each process, which takes a second and slows each garbage collection.
 */
export const anyCharacter = fc.nat({ max: CHARACTERS - 1 }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (value) => {
    // Strings that fast-check tries in parts, such as "__proto__".
    const [character = '', ...others] = typeof value === 'string' ? value : '';
    const codePoint = character.codePointAt(0);
    if (codePoint === undefined || others.length > 0 || !character.isWellFormed())
      throw new Error('This is not one character.');
    return codePoint < FIRST_SURROGATE ? codePoint : codePoint - SURROGATES;
  },
);
