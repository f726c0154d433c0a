import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { journalOf } from '../journal.ts';

export const listBins = endpoint({
  path: '/_sparring/requests/bins',
  methods: ['GET'],
  tag: 'Journal',
  summary: 'Lists the bins with the number of their entries.',
  responses: {
    200: Type.Object({ bins: Type.Array(Type.Object({ name: Type.String(), entries: Type.Integer() })) }),
    ...problems(400, 403, 409, 501),
  },
  examples: [{ path: '/_sparring/requests/bins', status: 200 }],

  handle({ exchange, service }) {
    const bins = [...journalOf(service).bins()].map(([name, entries]) => ({ name, entries }));
    exchange.json(200, { bins });
  },
});
