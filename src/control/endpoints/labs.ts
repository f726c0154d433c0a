import { Type } from 'typebox';
import { DEFINABLE, LabData } from '../../labs/index.ts';
import { KeyView, viewKey } from '../../labs/keys/attempt-view.ts';
import { notFound } from '../../operations/errors.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';

const TAG = 'Labs';

const params = {
  lab: Type.String({ description: 'Name of the lab, such as `sequence`.' }),
  key: Type.String({ description: '1 to 64 letters, digits, dots, underscores, tildes and hyphens.' }),
};

export const listLabKeys = endpoint({
  path: '/_sparring/labs',
  methods: ['GET'],
  tag: TAG,
  summary: 'Lists the keys of the labs with their number of attempts.',
  description: 'The key without a request for the longest time is first. It is removed first at 1,000 keys.',
  responses: {
    200: Type.Object({
      keys: Type.Array(Type.Object({ lab: Type.String(), key: Type.String(), attempts: Type.Integer() })),
    }),
    ...problems(400, 403),
  },
  examples: [{ path: '/_sparring/labs', status: 200 }],

  handle({ exchange, service }) {
    const keys = service.labs.state.list().map(({ lab, key, log }) => ({ lab, key, attempts: log.count }));
    exchange.json(200, { keys });
  },
});

export const readLabKey = endpoint({
  path: '/_sparring/labs/{lab}/{key}',
  methods: ['GET'],
  tag: TAG,
  summary: 'Returns the state of a key and its attempts.',
  params,
  responses: { 200: KeyView, ...problems(400, 403, 404, 501) },
  examples: [{ path: '/_sparring/labs/sequence/none', status: 404 }],

  handle({ params: { lab, key }, exchange, service }) {
    const found = service.labs.state.find(lab, key);
    if (!found) throw notFound(`The lab ${lab} has no key ${key}.`);
    exchange.json(200, viewKey(found));
  },
});

export const defineLabKey = endpoint({
  path: '/_sparring/labs/{lab}/{key}',
  methods: ['PUT'],
  tag: TAG,
  summary: 'Defines a sequence, and forgets the attempts at its key.',
  params,
  body: LabData,
  responses: { 200: KeyView, ...problems(400, 403, 404, 422, 501) },
  examples: [
    {
      path: '/_sparring/labs/sequence/c1',
      body: '{"steps":[{"status":503,"times":2},{"status":200}]}',
      status: 200,
    },
    { path: '/_sparring/labs/sequence/c1', body: '{"steps":[{"status":99}]}', status: 400 },
    { path: '/_sparring/labs/other/c1', body: '{"steps":[{"status":200}]}', status: 404 },
  ],

  handle({ params: { lab, key }, body, exchange, service }) {
    if (!service.labs.definition(lab))
      throw notFound(`The keys of the lab ${lab} cannot be defined; those of ${DEFINABLE} can.`);
    exchange.json(200, viewKey(service.labs.define(lab, key, body)));
  },
});

export const deleteLabKey = endpoint({
  path: '/_sparring/labs/{lab}/{key}',
  methods: ['DELETE'],
  tag: TAG,
  summary: 'Deletes a key and its attempts.',
  params,
  responses: { 204: 'The key is deleted.', ...problems(400, 403, 404, 501) },
  examples: [{ path: '/_sparring/labs/sequence/none', status: 404 }],

  handle({ params: { lab, key }, exchange, service }) {
    if (!service.labs.state.delete(lab, key)) throw notFound(`The lab ${lab} has no key ${key}.`);
    exchange.empty(204);
  },
});
