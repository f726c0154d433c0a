import { hasField } from '#http/syntax/fields.ts';
import { isWithoutContent } from '#testing/responses/plan/response-plan.ts';
import { MAX_CONTENT } from '../../respond-problems.ts';
import { EntryProblem, Members } from './members.ts';
import type { RecordedContent } from './read-content.ts';
import { type RecordedRequest, readRequest } from './read-request.ts';
import { isFilled, type RecordedResponse, readResponse } from './read-response.ts';
import { parseInstant } from './started-at.ts';

/** An entry of an archive with a response that can be sent again. */
export interface RecordedEntry {
  readonly startedAt: number | undefined;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse & { readonly content: RecordedContent };
  /** The bin of a request to this server. */
  readonly bin: string | null;
  /** Whether the content differs from the recorded one: clients do not show that of a redirect, which recorders omit. */
  readonly isEmptied: boolean;
}

/** What is understood of an entry. */
export interface ReadEntry {
  /** The method and the URL, if the entry has texts for them. */
  readonly names: { readonly method?: string; readonly url?: string };
  readonly request?: RecordedRequest;
  readonly entry?: RecordedEntry;
  /** Why there is no entry; a clause about it. */
  readonly problem?: string;
}

/** Reads an entry of an HTTP Archive 1.2, as tools write it. */
export function readEntry(input: unknown): ReadEntry {
  const names = namesOf(input);
  let request: RecordedRequest | undefined;
  try {
    const members = new Members(input);
    const requestMembers = members.object('request');
    if (!requestMembers) throw new EntryProblem('has no request');
    request = readRequest(requestMembers);
    return { names, request, entry: readAnswered(members, request, requestMembers) };
  } catch (error) {
    if (!(error instanceof EntryProblem)) throw error;
    return { names, ...(request && { request }), problem: error.message };
  }
}

function namesOf(input: unknown): ReadEntry['names'] {
  const { request }: { request?: unknown } = Object(input);
  const { method, url }: { method?: unknown; url?: unknown } = Object(request);
  return {
    ...(typeof method === 'string' && { method: clip(method) }),
    ...(typeof url === 'string' && { url: clip(url) }),
  };
}

const MAX_NAME_LENGTH = 2000;

function clip(text: string): string {
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text;
}

/** @throws EntryProblem for an entry without a response that can be sent again. */
function readAnswered(members: Members, request: RecordedRequest, requestMembers: Members): RecordedEntry {
  if (request.method === 'CONNECT') throw new EntryProblem('is a CONNECT request, which names no resource');
  if (isWebSocket(members)) throw new EntryProblem('is a WebSocket');
  if (request.method === 'OPTIONS' && hasField(request.headers, PREFLIGHT_FIELD))
    throw new EntryProblem('is a preflight, which the server answers itself');
  const responseMembers = members.object('response');
  if (!responseMembers) throw new EntryProblem('has no response');
  const response = readResponse(responseMembers);
  const { status } = response;
  if (status === 101) throw new EntryProblem('is a WebSocket');
  if (!(Number.isInteger(status) && status >= 200 && status <= 999))
    throw new EntryProblem('has no complete response');
  if (status === 206 || status === 304)
    throw new EntryProblem(`has the status ${status}, which depends on the request`);
  if (isCut(requestMembers) || isCut(responseMembers))
    throw new EntryProblem('has a body of which only a part was kept');
  const isRedirect =
    hasField([...response.headers, ...response.added], 'Location') && status >= 300 && status <= 399;
  const isEmpty = isWithoutContent(status) || request.method === 'HEAD';
  const content = isEmpty ? EMPTY : (response.content ?? (isRedirect ? EMPTY : undefined));
  if (!content) throw new EntryProblem('has a response without its content');
  if (sizeOf(content) > MAX_CONTENT) throw new EntryProblem('has content of more than 1 MiB');
  return {
    startedAt: parseInstant(members.value('startedDateTime')),
    request,
    response: { ...response, content },
    bin: members.text('_bin') ?? null,
    isEmptied: response.content === undefined ? !isEmpty : isEmpty && sizeOf(response.content) > 0,
  };
}

const EMPTY: RecordedContent = { kind: 'text', text: '' };

/** The field of a preflight that a browser sends (Fetch §3.2.2). */
const PREFLIGHT_FIELD = 'access-control-request-method';

function sizeOf(content: RecordedContent): number {
  // A character has at least one byte.
  return content.kind === 'text' ? content.text.length : content.bytes.byteLength;
}

function isWebSocket(members: Members): boolean {
  return (
    isFilled(members.value('_webSocketMessages')) ||
    typeof members.value('_webSocket') === 'object' ||
    members.value('_resourceType') === 'websocket'
  );
}

/** Whether the journal of a server kept only a part of a body. */
function isCut(message: Members): boolean {
  return message.number('_keptSize') !== undefined;
}
