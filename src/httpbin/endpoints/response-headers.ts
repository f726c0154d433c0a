import { HttpError } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type Field, type Fields, isSameName } from '../../http/fields.ts';
import { parsePairs } from '../../http/query.ts';
import { AnyContent, describedResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { HARMLESS } from '../harmless.ts';
import { toPythonJson } from '../python-json.ts';
import { toGuardedValue } from '../redirect-target.ts';
import { ScalarsOrLists } from '../request-view.ts';
import { toScalarsOrLists } from '../scalars-or-lists.ts';

export const responseHeaders = endpoint({
  path: '/response-headers',
  methods: ['GET', 'POST'],
  tag: 'Response inspection',
  summary: 'Answers with the header fields that the query names, and tells them in the body.',
  description:
    'Each pair is a field of its own, save `Content-Type`, which takes the place of ours. Fields of the connection (`Connection`, `Transfer-Encoding`, `Upgrade`…) and of CORS are told, not sent.',
  responses: {
    200: describedResponse('The header fields, as JSON whatever its declared type is.', {
      'application/json': ScalarsOrLists,
      '*/*': AnyContent,
    }),
    400: 'Such a field cannot be sent.',
    403: 'A Location leads to where redirects are not allowed.',
  },
  examples: [
    {
      path: '/response-headers?X-Colour=red&X-Colour=blue',
      status: 200,
      answers: [['X-Colour', /^red/]],
    },
    {
      method: 'POST',
      path: '/response-headers?Content-Type=text/plain;%20charset=UTF-8',
      status: 200,
      answers: [['Content-Type', 'text/plain; charset=UTF-8']],
    },
    { path: '/response-headers?Content-Length=3', status: 400 },
  ],

  handle({ exchange, service }) {
    const wanted = wantedFields(exchange, service.allowedRedirectDomains);
    const type = wanted.find(([name]) => isSameName(name, 'Content-Type'))?.[1] ?? 'application/json';
    const others = wanted.filter(([name]) => !isSameName(name, 'Content-Type'));
    const told: Fields = [['Content-Type', type], ...others];
    const sent = told.filter(([name]) => !NOT_SENT.has(name.toLowerCase()));
    exchange.send(200, [...withoutRepeats(HARMLESS, sent), ...sent], tellingItsLength(told));
  },
});

/** Compat: told in the body, as in the original, though its server or its own CORS kept them from being sent. */
const NOT_SENT: ReadonlySet<string> = new Set([
  ...['connection', 'http2-settings', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'access-control-allow-credentials', 'access-control-allow-origin'],
]);

/** Compat: repeats of a name stand where it stood first. */
function wantedFields(exchange: Exchange, allowedDomains: readonly string[]): Field[] {
  const byName = Map.groupBy(parsePairs(exchange.query ?? ''), ([name]) => name);
  return [...byName.values()].flat().map(([name, value]) => {
    // A second length would cut the body, or let one answer pass for two (RFC 9112 §6.3).
    if (isSameName(name, 'Content-Length'))
      throw new HttpError(400, 'Content-Length is what the body is long.');
    return [name, toGuardedValue(name, value, allowedDomains)];
  });
}

function withoutRepeats(own: Fields, sent: Fields): Fields {
  return own.filter(
    ([name, value]) => !sent.some(([other, given]) => isSameName(name, other) && given === value),
  );
}

/** The fields as JSON, the length of that very text among them. */
function tellingItsLength(fields: Fields): string {
  for (let length = 0, text = ''; ; length = Buffer.byteLength(text)) {
    const told = toPythonJson(toScalarsOrLists([...fields, ['Content-Length', String(length)]]));
    if (told === text) return text;
    text = told;
  }
}
