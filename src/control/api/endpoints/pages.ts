import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import { CONDITIONAL, sendRepresentation } from '#http/message/representation.ts';
import { textResponse } from '#http/message/response.ts';
import { scriptEndpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';

export const pageScript = scriptEndpoint({
  path: '/_sparring/pages/{script}',
  tag: 'Pages',
  summary: 'Returns the script of a page of the control API.',
  description: 'For the pages; it contains no data of the server.',
  params: { script: Type.String({ maxLength: 40, description: 'Its name, such as `inspector.js`.' }) },
  responses: {
    200: textResponse('A script.', 'text/javascript'),
    304: CONDITIONAL[304],
    412: CONDITIONAL[412],
    ...problems(400, 403, 404),
  },
  examples: [
    {
      title: 'The script of the inspector',
      path: '/_sparring/pages/inspector.js',
      status: 200,
      responseFields: [['Content-Type', 'text/javascript; charset=utf-8']],
    },
    { title: 'A script that does not exist', path: '/_sparring/pages/unknown.js', status: 404 },
  ],

  async handle({ params: { script }, exchange, service }) {
    const representation = await service.pages.scripts.read(script);
    if (!representation) throw new HttpError(404, 'There is no such script.');
    await sendRepresentation(exchange, representation);
  },
});
