import { isUtf8 } from 'node:buffer';
import { codingsOf, decodeContent } from '../../http/message/body/content-decoding.ts';
import { HttpError } from '../../http/message/errors.ts';
import { type Fields, fieldValues, findField } from '../../http/message/fields.ts';
import type { ResponseForm } from '../../responses/composition/json-form.ts';
import type { Limits } from '../../responses/composition/to-plan.ts';
import { isConnectionField, toClientHeaders } from '../../responses/headers/client-headers.ts';
import { type HarEntry, toPairs } from './har-entry.ts';

/** A response, and the headers that are left out because they would act on the whole origin. */
export interface ImportedResponse {
  readonly form: ResponseForm;
  readonly leftOut: readonly string[];
}

/** The response of an entry, with its content decoded. Its framing and its connection are those of this server. */
export function toResponse(
  { response }: HarEntry,
  { keepsSecrets, limits }: { readonly keepsSecrets: boolean; readonly limits: Limits },
): ImportedResponse {
  const input = toPairs(response.headers);
  const retained = input.filter(([name]) => isKept(name) && (keepsSecrets || !/^set-cookie$/i.test(name)));
  const leftOut = retained.filter((field) => !isAllowed(field, limits)).map(([name]) => name);
  const headers = retained.filter(([name]) => !leftOut.includes(name));
  const type = findField(input, 'Content-Type');
  return {
    form: {
      status: response.status,
      ...(headers.length > 0 && { headers: headers.map(([name, value]) => [name, value] as const) }),
      ...toContent(response.content, input, type, limits.maxBodySize),
    },
    leftOut: [...new Set(leftOut)],
  };
}

/** Headers that depend on the connection, the time or the coding of the recorded response, and that of the content. */
const OF_RECORDING: ReadonlySet<string> = new Set(['alt-svc', 'content-encoding', 'content-type', 'date']);

function isKept(name: string): boolean {
  return !name.startsWith(':') && !isConnectionField(name) && !OF_RECORDING.has(name.toLowerCase());
}

function isAllowed(field: Fields[number], limits: Limits): boolean {
  try {
    toClientHeaders([field], limits);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

/** JSON as a value if its bytes stay the same; other text as `body`, and binary content as `base64`. */
function toContent(
  { text, encoding }: HarEntry['response']['content'],
  headers: Fields,
  type: string | undefined,
  maxBodySize: number,
): ResponseForm {
  if (text === undefined || text === '') return type === undefined ? {} : { body: '', type };
  const named = { type: type ?? 'none' };
  if (encoding !== 'base64') return { ...toTextContent(text), ...named };
  const recorded = Buffer.from(text, 'base64');
  const codings = codingsOf(fieldValues(headers, 'Content-Encoding').join(', '));
  // Some recorders keep the coded content, others the decoded one.
  const bytes = Buffer.from(decodeContent(recorded, codings, maxBodySize) ?? recorded);
  return isUtf8(bytes)
    ? { ...toTextContent(bytes.toString()), ...named }
    : { base64: bytes.toString('base64'), ...named };
}

function toTextContent(text: string): ResponseForm {
  try {
    const json: unknown = JSON.parse(text);
    if (JSON.stringify(json) === text) return { json };
  } catch {
    // Other text.
  }
  return { body: text };
}
