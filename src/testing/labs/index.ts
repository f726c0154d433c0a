import { type TSchema, Type } from 'typebox';
import { KEY_PATTERN } from './keys/key-name.ts';
import { MAX_KEYS } from './keys/key-store.ts';
import type { Lab } from './keys/lab.ts';
import { limit } from './limit/lab.ts';
import { sequence } from './sequence/lab.ts';

/** All labs with keys, in the order of their documentation. */
export const LABS: readonly Lab[] = [sequence, limit];

const defined = LABS.flatMap(({ name, setting, definition }) =>
  definition ? [{ name, setting, definition }] : [],
);

/** The names of the labs whose keys can be defined by data. */
export const DEFINABLE: readonly string[] = defined.map(({ name }) => name);

/** The data of a key of any lab. */
export const LabData: TSchema = defined
  .map(({ definition }) => definition.schema)
  .reduce((one, other) => Type.Union([one, other]));

/** The members of seed files that define keys. Their static type is that of `LabSeeds`. */
export const labSeedSchemas: Readonly<Record<never, TSchema>> = Object.fromEntries(
  defined.map(({ setting, definition: { schema, plural } }) => [
    setting,
    Type.Optional(
      Type.Record(Type.String({ pattern: KEY_PATTERN }), schema, {
        additionalProperties: false,
        maxProperties: MAX_KEYS,
        description: `an object of ${plural} by key`,
      }),
    ),
  ]),
);
