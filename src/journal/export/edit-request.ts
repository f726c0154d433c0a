import { type Static, Type } from 'typebox';
import { InputError } from '#http/message/input-error.ts';
import { isToken } from '#http/syntax/token.ts';
import type { Pair, RecordedExchange } from '../recording/record.ts';
import { PairView } from '../views/entry-schema.ts';
import { toBody } from '../views/received-exchange.ts';
import { hasMask } from '../views/redaction.ts';

/** What a user changes in a request before it is sent again. What is absent stays as it is. */
export const RequestEdit = Type.Object(
  {
    method: Type.Optional(Type.String({ maxLength: 40, description: 'The method.' })),
    target: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64 * 1024, description: 'The request target.' }),
    ),
    headers: Type.Optional(
      Type.Array(PairView, {
        maxItems: 500,
        description: 'All headers. A masked value stands for the value of the recorded request.',
      }),
    ),
    body: Type.Optional(Type.String({ description: 'The body as text.' })),
    base64: Type.Optional(Type.String({ description: 'The body in Base64, in place of `body`.' })),
  },
  { additionalProperties: false, description: 'Changes; without a body, the same request is sent.' },
);

export type RequestEdit = Static<typeof RequestEdit>;

/**
 * The recorded exchange with an edited request. The fields that delimit the body follow from the bytes.
 * @param masked the same exchange with masked credentials, as the user saw it.
 * @throws InputError
 */
export function editRequest(
  recorded: RecordedExchange,
  masked: RecordedExchange,
  edit: RequestEdit,
): RecordedExchange {
  if (Object.values(edit).every((value) => value === undefined)) return recorded;
  // What was received is not the edited request.
  const { rawHead: _, pseudoFields: __, chunks: ___, ...request } = recorded.request;
  const { method = request.method, target, headers, body, base64 } = edit;
  if (!isToken(method)) throw new InputError('method', 'must be a token of HTTP');
  if (body !== undefined && base64 !== undefined) throw new InputError('base64', 'must be without body');
  const bytes = body === undefined ? base64 && Buffer.from(base64, 'base64') : Buffer.from(body);
  const isEdited = bytes !== undefined || headers !== undefined;
  const edited = headers
    ? headers.map((pair, at) => resolveField(pair, at, recorded, masked))
    : request.headers;
  return {
    ...recorded,
    request: {
      ...request,
      method,
      target: target === undefined || target === masked.request.target ? request.target : checkTarget(target),
      // A length that the user has not meant to send would be an error of framing.
      headers: isEdited ? edited.filter(([name]) => name.toLowerCase() !== 'content-length') : edited,
      body: bytes === undefined ? request.body : toBody(Buffer.from(bytes)),
    },
  };
}

function checkTarget(target: string): string {
  if (!/^[\x21-\x7e]+$/.test(target))
    throw new InputError('target', 'must be visible characters of ASCII; others are percent-encoded');
  if (hasMask(target)) throw new InputError('target', 'has a masked value');
  return target;
}

/** A masked value stands for that of the recorded field, wherever the field is now. */
function resolveField(
  [name = '', value = '']: readonly string[],
  at: number,
  recorded: RecordedExchange,
  masked: RecordedExchange,
): Pair {
  const same = masked.request.headers.findIndex(([other, text]) => other === name && text === value);
  const known = recorded.request.headers[same];
  if (known) return known;
  if (!isToken(name)) throw new InputError('headers', `must have a name of HTTP at index ${at}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters end the field
  if (/[\0-\x08\x0a-\x1f\x7f]|[^\0-\xff]/.test(value))
    throw new InputError('headers', `must have no control character in the value of ${name}`);
  if (hasMask(value)) throw new InputError('headers', `has a masked value of ${name}`);
  return [name, value];
}
