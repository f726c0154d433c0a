import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Insertable } from 'kysely';
import type { Tables } from '../tables.ts';
import { boolean, identity, integer, nullable, oneOf, text, textList, withDefault } from './column.ts';
import { column, columns, defineTable, type KyselyTable } from './table.ts';

interface Pet {
  id: number;
  name: string;
  nickname: string | null;
  isTame: boolean;
  tricks: string[];
  size: { height: number; length: number } | null;
}

const size = columns(
  { height: nullable(integer), length: nullable(integer) },
  {
    encode: (value: Pet['size']) => ({ height: value?.height ?? null, length: value?.length ?? null }),
    decode: ({ height, length }) => (height === null || length === null ? null : { height, length }),
  },
);

const members = {
  id: column('id', identity),
  name: column('name', text),
  nickname: column('short_name', nullable(text)),
  isTame: column('is_tame', withDefault(boolean)),
  tricks: column('tricks', textList),
  size,
} as const;

const pets = defineTable<Pet>()('pets', members, { owner_id: integer });

const rex: Pet = {
  id: 1,
  name: 'Rex',
  nickname: null,
  isTame: true,
  tricks: ['sit'],
  size: { height: 50, length: 80 },
};
const row = {
  id: 1,
  name: 'Rex',
  short_name: null,
  is_tame: 1,
  tricks: '["sit"]',
  height: 50,
  length: 80,
};

test('a table reads and writes records, and selects the columns of their members', () => {
  assert.deepEqual(pets.columns, [
    'pets.id',
    'pets.name',
    'pets.short_name',
    'pets.is_tame',
    'pets.tricks',
    'pets.height',
    'pets.length',
  ]);
  assert.deepEqual(pets.toRecord(row), rex);
  const { id: _, ...withoutId } = row;
  const { id: __, ...newPet } = rex;
  assert.deepEqual(pets.toRow(newPet), withoutId);
  assert.deepEqual(Object.keys(pets.allColumns), [...Object.keys(row), 'owner_id']);
});

test('a change has the columns of the given members, and no others', () => {
  assert.deepEqual(pets.toChanges({}), {});
  assert.deepEqual(pets.toChanges({ nickname: null, isTame: false }), { short_name: null, is_tame: 0 });
  assert.deepEqual(pets.toChanges({ size: null }), { height: null, length: null });
});

test('under a prefix, members are read from columns of a join', () => {
  const pet = pets.as('pet', ['id', 'tricks']);
  assert.deepEqual(pet.columns, ['pets.id as pet_id', 'pets.tricks as pet_tricks']);
  assert.deepEqual(pet.toRecord({ pet_id: 1, pet_tricks: '[]' }), { id: 1, tricks: [] });
  assert.equal(pet.toRecordOrNull({ pet_id: null, pet_tricks: null }), null);
  assert.deepEqual(pet.toRecordOrNull({ pet_id: 1, pet_tricks: '[]' }), { id: 1, tricks: [] });
});

test('the compiler rejects a table that does not map its records completely', () => {
  const define = () => defineTable<Pet>();
  const { nickname: _, ...incomplete } = members;
  // @ts-expect-error: a member of the record has no column
  define()('pets', incomplete, {});
  // @ts-expect-error: a column holds no member of the record, and is not among the others
  define()('pets', { ...members, colour: column('colour', text) }, {});
  // @ts-expect-error: the member can be null and the column cannot
  define()('pets', { ...members, nickname: column('short_name', text) }, {});
  // @ts-expect-error: the column can be null and the member cannot
  define()('pets', { ...members, name: column('name', nullable(text)) }, {});
  // @ts-expect-error: the column is of another type
  define()('pets', { ...members, isTame: column('is_tame', integer) }, {});
  // @ts-expect-error: the column does not take every value of the member
  define()('pets', { ...members, name: column('name', oneOf('Rex', 'Fido')) }, {});
  assert.ok(define);
});

test('the compiler rejects a new record without one of its members, and a row without one of its columns', () => {
  const { id: _, nickname: __, ...incomplete } = rex;
  // @ts-expect-error: a member is missing
  pets.toRow(incomplete);
  // @ts-expect-error: a column that is no member's is missing
  const inserted: Insertable<KyselyTable<typeof pets.allColumns>> = pets.toRow(rex);
  // @ts-expect-error: the column is not in the map, so queries do not have it
  const unknown: keyof Tables['users'] = 'no_such_column';
  assert.ok(inserted && unknown);
});
