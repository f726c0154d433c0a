import { Type } from 'typebox';
import { DEFINABLE, LabData } from '#testing/labs/index.ts';
import { KeyView, viewKey } from '#testing/labs/keys/attempt-view.ts';
import { inputOf, NO_INPUT, operation } from '../declaration/operation.ts';
import { notFound } from '../state/errors.ts';

const members = {
  lab: Type.String({ description: 'Name of the lab, such as `sequence`.' }),
  key: Type.String({ description: '1 to 64 letters, digits, dots, underscores, tildes and hyphens.' }),
};

const LabKey = inputOf(members);

export const listLabKeys = operation({
  name: 'labs.list',
  summary: 'Lists the keys of the labs with their number of attempts.',
  input: NO_INPUT,
  output: Type.Object({
    keys: Type.Array(Type.Object({ lab: Type.String(), key: Type.String(), attempts: Type.Integer() })),
  }),
  http: {
    route: 'GET /_sparring/labs',
    tag: 'Labs',
    description:
      'The key without a request for the longest time is first. It is removed first at 1,000 keys.',
    examples: [{ path: '/_sparring/labs', status: 200 }],
  },
  run: async (_input, { labs }) => ({
    keys: (await labs.list()).map(({ lab, key, count }) => ({ lab, key, attempts: count })),
  }),
});

export const readLabKey = operation({
  name: 'labs.read',
  summary: 'Returns the state of a key and its attempts.',
  input: LabKey,
  output: KeyView,
  errors: ['notFound'],
  http: {
    route: 'GET /_sparring/labs/{lab}/{key}',
    tag: 'Labs',
    examples: [{ path: '/_sparring/labs/sequence/none', status: 404 }],
  },
  async run({ lab, key }, { labs }) {
    const found = await labs.read(lab, key);
    if (!found) throw notFound(`The lab ${lab} has no key ${key}.`);
    return viewKey(found);
  },
});

export const defineLabKey = operation({
  name: 'labs.define',
  summary: 'Defines a sequence, and forgets the attempts at its key.',
  input: inputOf({ ...members, definition: LabData }),
  output: KeyView,
  errors: ['notFound'],
  http: {
    route: 'PUT /_sparring/labs/{lab}/{key}',
    tag: 'Labs',
    body: 'definition',
    examples: [
      {
        title: 'Two failures, then success',
        path: '/_sparring/labs/sequence/c1',
        body: '{"steps":[{"status":503,"times":2},{"status":200}]}',
        status: 200,
      },
      {
        title: 'A status that is not one',
        path: '/_sparring/labs/sequence/c1',
        body: '{"steps":[{"status":99}]}',
        status: 422,
      },
      {
        title: 'A lab that does not exist',
        path: '/_sparring/labs/other/c1',
        body: '{"steps":[{"status":200}]}',
        status: 404,
      },
    ],
  },
  async run({ lab, key, definition }, { labs }) {
    if (!labs.definition(lab))
      throw notFound(`The keys of the lab ${lab} cannot be defined; those of ${DEFINABLE} can.`);
    return viewKey(await labs.define(lab, key, definition));
  },
});

export const deleteLabKey = operation({
  name: 'labs.delete',
  summary: 'Deletes a key and its attempts.',
  input: LabKey,
  errors: ['notFound'],
  http: {
    route: 'DELETE /_sparring/labs/{lab}/{key}',
    tag: 'Labs',
    success: 'The key is deleted.',
    examples: [{ path: '/_sparring/labs/sequence/none', status: 404 }],
  },
  async run({ lab, key }, { labs }) {
    if (!(await labs.delete(lab, key))) throw notFound(`The lab ${lab} has no key ${key}.`);
  },
});
