import { type Field, fieldValues } from '#http/syntax/fields.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import type { ResponseForm } from '#testing/responses/composition/json-form.ts';
import { isMediaType } from '#testing/responses/composition/parse.ts';
import { isWithoutContent } from '#testing/responses/plan/response-plan.ts';
import type { RecordedEntry } from './har/read-entry.ts';
import { type ImportedContent, toContent, withoutCodings } from './imported-content.ts';
import { buildHeaders, type HeaderOptions, problemOfHeader } from './imported-headers.ts';

/** A response, and what differs from the record: clauses about the rule. */
export interface ImportedResponse {
  readonly form: ResponseForm;
  readonly notes: readonly string[];
}

/** The response of an entry, with its content decoded. @param path that of the rule. */
export function buildImportedResponse(
  { request, response, bin, isEmptied }: RecordedEntry,
  path: string,
  options: HeaderOptions,
): ImportedResponse {
  const notes: string[] = [];
  const { status, added } = response;
  const {
    redirect,
    headers,
    notes: ofHeaders,
  } = buildHeaders(
    [...response.headers, ...added.filter(([name]) => name !== 'Content-Type')],
    { url: request.url, bin, path },
    options,
  );
  for (const [name] of added) notes.push(`sends ${name}, which the recorded headers do not have`);
  const type = typeOf([...response.headers, ...added], options, notes);
  const codings = fieldValues(response.headers, 'Content-Encoding');
  const plain = withoutCodings(response.content, response.headers, options.limits.maxBodySize);
  const content = toContent(plain, type);
  const { text } = plain.kind === 'text' ? plain : { text: plain.bytes.toString('latin1') };
  const origin = options.own.find(text);
  if (text !== '' && codings.length > 0)
    notes.push(`sends the content without its coding ${codings.join(', ')}`);
  if (content.note !== undefined) notes.push(content.note);
  if (origin !== undefined) notes.push(`keeps URLs of ${origin} in the content`);
  if (isEmptied) notes.push('sends no content');
  if (response.hasTrailers) notes.push('leaves out the trailers');
  if (response.hasInformational) notes.push('leaves out the informational responses');
  if (!isUsualReason(response.statusText, status)) notes.push('sends the usual reason phrase');
  const form = {
    status,
    ...(redirect !== undefined && { redirect }),
    ...buildMembers(content, text === '', status, headers),
  };
  return { form, notes: [...new Set([...ofHeaders, ...notes])] };
}

/** A type that no directive can have, and that of a status without content, is a header. */
function buildMembers(
  { directives, type }: ImportedContent,
  isEmpty: boolean,
  status: number,
  headers: readonly Field[],
): ResponseForm {
  const isBare = isWithoutContent(status);
  const isHeader = type !== undefined && (isBare || !isMediaType(type));
  const all: readonly Field[] = isHeader ? [...headers, ['Content-Type', type]] : headers;
  return {
    ...(all.length > 0 && { headers: [...all] }),
    ...(!isBare && (!isEmpty || type !== undefined) && directives),
    ...(!isBare && !isHeader && (!isEmpty || type !== undefined) && { type: type ?? 'none' }),
  };
}

/** The first Content-Type that a response can have. */
function typeOf(fields: readonly Field[], { limits }: HeaderOptions, notes: string[]): string | undefined {
  const types = fieldValues(fields, 'Content-Type');
  const type = types.find((each) => problemOfHeader(['Content-Type', each], limits) === undefined);
  if (types.length > (type === undefined ? 0 : 1)) notes.push('leaves out a Content-Type');
  return type;
}

/** HTTP/2 has none. */
function isUsualReason(text: string, status: number): boolean {
  return text === '' || text.toLowerCase() === reasonPhrase(status).toLowerCase();
}
