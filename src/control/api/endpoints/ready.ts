import { Type } from 'typebox';
import { StoreUnavailableError } from '#accounts/store/index.ts';
import { HttpError } from '#http/errors/errors.ts';
import { endpoint } from '../../context/context.ts';
import { checkDatabase } from '../../operations/state/check-database.ts';
import { problems } from '../errors.ts';

export const ready = endpoint({
  path: '/_sparring/ready',
  tag: 'Server',
  summary: 'Returns 200 when the database is available and writable.',
  responses: { 200: Type.Object({ status: Type.Literal('ready') }), ...problems(400, 403, 503) },
  examples: [{ path: '/_sparring/ready', status: 200 }],

  async handle({ exchange, service }) {
    try {
      const { runtime, store } = service.operations;
      await checkDatabase(runtime, store);
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      throw new HttpError(503, 'The database does not respond.', {
        cause: error,
        fields: [['Retry-After', '2']],
      });
    }
    exchange.json(200, { status: 'ready' });
  },
});
