import { sendCompressed } from '#http/message/representation.ts';
import { textResponse } from '#http/message/response.ts';
import { endpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';

export const metrics = endpoint({
  path: '/_sparring/metrics',
  tag: 'Server',
  nodeState: 'metrics',
  summary: 'Returns metrics in the text format of Prometheus.',
  description:
    'Labels contain path templates, never values of a path. With several workers, each series has the label worker; nodes have their own metrics.',
  responses: {
    200: textResponse('Metrics of the requests, the sign-ins, the queues and the process.'),
    ...problems(400, 403),
  },
  examples: [
    { path: '/_sparring/metrics', status: 200, responseFields: [['Content-Type', /^text\/plain; version=/]] },
  ],

  async handle({ exchange, service }) {
    const { contentType, text } = await service.metrics.read();
    await sendCompressed(exchange, [['Content-Type', contentType]], text);
  },
});
