import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import { emptyResponse } from '#http/message/response.ts';
import { buildRespond, describeJsonProblem } from '#testing/builder/response/respond.ts';
import { formEndpoint } from '../../context/context.ts';
import { changeBin, findBin, removeBin } from '../../operations/bins/bins.ts';
import { problems } from '../errors.ts';
import { formBody, readFormPairs } from '../forms.ts';

const text = Type.Optional(Type.String());

/** The fields of a response, named by their directives. */
const RESPONSE_FIELDS = ['status', 'type', 'header', 'body', 'json', 'base64', 'bytes', 'delay'];

export const binsForm = formEndpoint({
  path: '/_sparring/bins/{key}/form',
  methods: ['POST'],
  tag: 'Pages',
  summary: 'Changes or deletes a bin, by the form of its page without a script.',
  description: 'For browsers on this machine; programs use the other endpoints of bins.',
  params: { key: Type.String({ description: 'The key of the bin.' }) },
  body: formBody({
    action: Type.Enum(['save-response', 'remove-response', 'rename', 'delete']),
    ...Object.fromEntries(RESPONSE_FIELDS.map((name) => [name, text])),
    every_path: text,
    name: text,
    note: text,
  }),
  responses: { 303: emptyResponse('The page of the bin, or of all bins.'), ...problems(403, 404, 409, 422) },
  examples: [{ method: 'POST', path: '/_sparring/bins/one/form', status: 403 }],

  async handle({ params: { key }, body, exchange, service }) {
    const pairs = readFormPairs(body, service);
    const fields = new Map(pairs);
    const value = (name: string) => fields.get(name) ?? '';
    const { operations } = service;
    await findBin(operations, key);
    const action = value('action');
    if (action === 'delete') await removeBin(operations, key);
    else if (action === 'rename')
      await changeBin(operations, key, { name: value('name') || null, note: value('note') || null });
    else if (action === 'remove-response')
      await changeBin(operations, key, { response: null, every_path: false });
    else if (action === 'save-response') {
      const directives = pairs.filter(([name]) => RESPONSE_FIELDS.includes(name));
      const problem = describeJsonProblem(directives);
      if (problem !== undefined) throw new HttpError(422, `The content ${problem}`);
      await changeBin(operations, key, {
        response: buildRespond(directives),
        every_path: value('every_path') === 'true',
      });
    } else throw new HttpError(422, 'The form has no action.');
    exchange.empty(303, [
      ['Location', `${exchange.prefix}/_sparring/bins${action === 'delete' ? '' : `/${key}`}`],
    ]);
  },
});
