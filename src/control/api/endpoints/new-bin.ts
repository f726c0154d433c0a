import { emptyResponse } from '#http/message/response.ts';
import { anyBody, formContent } from '#http/routing/endpoint.ts';
import { formEndpoint } from '../../context/context.ts';
import { createBin } from '../../operations/bins/bins.ts';
import { problems } from '../errors.ts';

export const newBin = formEndpoint({
  path: '/_sparring/new-bin',
  methods: ['POST'],
  tag: 'Pages',
  summary: 'Makes a bin, by the form of the home page, and redirects to its page.',
  description:
    'For browsers on this machine; programs make bins with `PUT /_sparring/bins/{key}`. All paths of the bin respond with 200 and the text ok.',
  body: anyBody('No field.', formContent({})),
  responses: { 303: emptyResponse('The page of the bin.'), ...problems(403, 409) },
  examples: [
    {
      method: 'POST',
      path: '/_sparring/new-bin',
      status: 403,
    },
  ],

  async handle({ exchange, service }) {
    const { key } = await createBin(service.operations);
    exchange.empty(303, [['Location', `${exchange.prefix}/_sparring/bins/${key}`]]);
  },
});
