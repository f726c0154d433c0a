import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import { emptyResponse } from '#http/message/response.ts';
import { type ControlContext, formEndpoint } from '../../context/context.ts';
import { removeEntries, removeMatching, restoreEntries } from '../../operations/requests/requests-remove.ts';
import { buildHref } from '../../pages/inspector/place.ts';
import { problems } from '../errors.ts';
import { formBody, readForm } from '../forms.ts';

const text = Type.Optional(Type.String());

export const inspectorForm = formEndpoint({
  path: '/_sparring/inspector/form',
  methods: ['POST'],
  tag: 'Pages',
  summary: 'Deletes recorded requests, or restores them, by the forms of the inspector without a script.',
  description:
    'For browsers on this machine; programs use `DELETE /_sparring/requests` and `POST /_sparring/requests/undo/{undo}`.',
  body: formBody({
    action: Type.Enum(['delete', 'undo']),
    bin: text,
    id: text,
    filter: text,
    undo: text,
  }),
  responses: { 303: emptyResponse('The inspector.'), ...problems(400, 403, 404, 409, 422) },
  examples: [{ method: 'POST', path: '/_sparring/inspector/form', status: 403 }],

  async handle({ body, exchange, service }) {
    const value = readForm(body, service);
    const [bin, filter] = [value('bin') || undefined, value('filter')];
    let undo: string | null = null;
    if (value('action') === 'undo') await restoreEntries(service.operations, value('undo'));
    else if (value('action') === 'delete') {
      ({ undo } = await remove(service, value('id'), bin, filter));
    } else throw new HttpError(422, 'The form has no action.');
    const place = { bin, filter, undo: undo ?? undefined };
    exchange.empty(303, [['Location', `${exchange.prefix}${buildHref(place)}`]]);
  },
});

const UNDO_SECONDS = 60;

/** One entry, those that the filter shows, or all but the marked ones. */
function remove({ operations }: ControlContext, id: string, bin: string | undefined, filter: string) {
  if (id === '') return removeMatching(operations, { bin, filter: filter || '-is:marked' }, UNDO_SECONDS);
  if (!/^\d{1,16}$/.test(id)) throw new HttpError(422, 'The form has no entry.');
  return removeEntries(operations, [Number(id)], UNDO_SECONDS);
}
