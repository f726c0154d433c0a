import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { problems } from '../problem-responses.ts';

export const health = endpoint({
  path: '/_sparring/health',
  methods: ['GET'],
  tag: 'Server',
  summary: 'Answers as long as the process lives.',
  responses: { 200: Type.Object({ status: Type.Literal('alive') }), ...problems(403) },
  examples: [{ path: '/_sparring/health', status: 200 }],

  handle({ exchange }) {
    exchange.json(200, { status: 'alive' });
  },
});
