import type { ValueType } from '../values/value-types.ts';

/** The labs, which a setting can disable. */
export const LAB_NAMES = ['faults', 'sequences', 'limits', 'informational'] as const;

export type LabName = (typeof LAB_NAMES)[number];

const NONE = 'none';

/** A comma-separated list of labs, or `none`. */
export const labNames: ValueType<readonly LabName[]> = {
  expects: `${LAB_NAMES.join(', ')} with commas between them, or ${NONE}`,
  placeholder: 'NAME',
  kind: 'list',
  off: NONE,
  optionType: `readonly (${LAB_NAMES.map((name) => `'${name}'`).join(' | ')})[]`,
  read(input) {
    if (input.trim() === NONE) return [];
    const names = input.split(',').map((name) => LAB_NAMES.find((known) => known === name.trim()));
    return names.every((name) => name !== undefined) ? names : undefined;
  },
  write: (value) => (value.length === 0 ? NONE : value.join(',')),
};
