import { type Field, type Fields, findField } from '#http/syntax/fields.ts';
import type { Members } from './members.ts';
import { type RecordedContent, readContent } from './read-content.ts';
import { readFields } from './read-fields.ts';

export interface RecordedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Fields;
  /** Empty text for a response that is known to be empty; undefined for content that was not recorded. */
  readonly content: RecordedContent | undefined;
  /** Members of which only other parts of the archive know, in place of fields that were not recorded. */
  readonly added: Fields;
  readonly hasTrailers: boolean;
  readonly hasInformational: boolean;
}

/** @throws EntryProblem */
export function readResponse(members: Members): RecordedResponse {
  const status = members.number('status');
  if (status === undefined) throw members.problem('status', 'must be a number');
  const headers = readFields(members);
  const content = members.object('content');
  return {
    status,
    statusText: members.text('statusText') ?? '',
    headers,
    content: readRecorded(content, headers),
    added: addedFields(members, content, headers, status),
    hasTrailers: isFilled(members.value('_trailers')),
    hasInformational: isFilled(members.value('_informational')),
  };
}

function readRecorded(content: Members | undefined, headers: Fields): RecordedContent | undefined {
  const recorded = content && readContent(content);
  const size = content?.number('size');
  const isEmpty = !recorded || (recorded.kind === 'text' ? recorded.text : recorded.bytes).length === 0;
  if (!isEmpty) return recorded;
  // An empty text beside a size is content that the recorder did not keep.
  if (recorded && !(size !== undefined && size > 0)) return recorded;
  const isKnownEmpty =
    size === 0 || (size === undefined && findField(headers, 'Content-Length')?.trim() === '0');
  return isKnownEmpty ? { kind: 'text', text: '' } : undefined;
}

/** `mimeType` is the value of Content-Type, and `redirectURL` that of Location (HAR 1.2, content, response). */
function addedFields(
  members: Members,
  content: Members | undefined,
  headers: Fields,
  status: number,
): Field[] {
  const added: Field[] = [];
  const type = content?.text('mimeType')?.trim() ?? '';
  // Chromium writes `x-unknown` for a response without a type.
  if (findField(headers, 'Content-Type') === undefined && type !== '' && type !== 'x-unknown')
    added.push(['Content-Type', type]);
  const target = members.text('redirectURL')?.trim() ?? '';
  if (status >= 300 && status <= 399 && findField(headers, 'Location') === undefined && target !== '')
    added.push(['Location', target]);
  return added;
}

/** Whether a member is a list with items. */
export function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
