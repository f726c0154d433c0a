import { sendCompressed } from '#http/message/representation.ts';
import { textResponse } from '#http/message/response.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { NODE_FIELD } from '#shared/node.ts';
import { endpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';

export const metrics = endpoint({
  path: '/_sparring/metrics',
  tag: 'Server',
  summary: 'Returns metrics in the text format of Prometheus.',
  description:
    'Labels contain path templates, never values of a path. With several workers, each series has the label worker; nodes have their own metrics, and name themselves in the field `Sparring-Node`.',
  responses: {
    200: textResponse('Metrics of the requests, the sign-ins, the queues and the process.'),
    ...problems(400, 403),
  },
  examples: [
    { path: '/_sparring/metrics', status: 200, responseFields: [['Content-Type', /^text\/plain; version=/]] },
  ],

  async handle({ exchange, service }) {
    const { contentType, text } = await service.metrics.read();
    const node = service.operations.findNode();
    const fields: Fields = node === undefined ? [] : [[NODE_FIELD, node]];
    await sendCompressed(exchange, [['Content-Type', contentType], ...fields], text);
  },
});
