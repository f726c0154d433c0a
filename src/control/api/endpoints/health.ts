import { Type } from 'typebox';
import { endpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';

export const health = endpoint({
  path: '/_sparring/health',
  tag: 'Server',
  summary: 'Returns 200 while the process is running.',
  responses: { 200: Type.Object({ status: Type.Literal('alive') }), ...problems(400, 403) },
  examples: [{ path: '/_sparring/health', status: 200 }],

  handle({ exchange }) {
    exchange.json(200, { status: 'alive' });
  },
});
