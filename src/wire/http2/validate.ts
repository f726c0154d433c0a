import { isToken, TOKEN, trim } from '../bytes.ts';
import { END_STREAM, EXPECT_CONTINUE, type RequestHead, TE_TRAILERS } from '../request-head.ts';

/** The head of a request. Strings have one unit per byte. */
export class Http2RequestHead implements RequestHead {
  readonly version = '2';
  method = '';
  /** `:path`, undecoded. */
  target = '';
  scheme = '';
  /** Names and values, alternating, as received but for outer white space; `host` first if only `:authority` was sent. */
  readonly fields: string[] = [];
  /** The pseudo-fields, alternating, in their order. */
  readonly pseudo: string[] = [];
  readonly raw = undefined;
  framing: 'none' | 'frames' = 'frames';
  /** Declared bytes; -1 if not declared. */
  length = -1;
  /** As in `RequestHead`. */
  flags = 0;
}

/** Why a head or trailers are invalid. */
export class HeadProblem {
  readonly message: string;
  /** The status for the stream; 0: the stream is malformed (RFC 9113 §8.1.1), a stream error. */
  readonly status: number;

  constructor(message: string, status = 0) {
    this.message = message;
    this.status = status;
  }
}

/**
 * Checks a request (RFC 9113 §8.2 and §8.3).
 * @param fields names and values, alternating, as decoded
 * @param head receives what is found, up to the first problem
 * @returns undefined for a valid request
 */
export function readRequestHead(
  fields: readonly string[],
  isEnd: boolean,
  head: Http2RequestHead,
): HeadProblem | undefined {
  if (isEnd) {
    head.flags |= END_STREAM;
    head.framing = 'none';
  }
  const pseudoEnd = countPseudo(fields);
  let authority: string | undefined;
  let protocol: string | undefined;
  let problem: HeadProblem | undefined;
  for (let index = 0; index < pseudoEnd; index += 2) {
    const name = fields[index] ?? '';
    const value = fields[index + 1] ?? '';
    // Only up to the first problem, so that the names to compare are the five known ones.
    if (problem === undefined && hasName(head.pseudo, name))
      problem = new HeadProblem(`The pseudo-field ${name} is repeated`);
    head.pseudo.push(name, value);
    switch (name) {
      case ':method':
        head.method = value;
        break;
      case ':path':
        head.target = value;
        break;
      case ':scheme':
        head.scheme = value;
        break;
      case ':authority':
        authority = value;
        break;
      case ':protocol':
        protocol = value;
        break;
      default:
        problem ??= new HeadProblem(`The pseudo-field ${quote(name)} is unknown`);
    }
  }
  if (problem !== undefined) return problem;
  return (
    checkPseudo(head, authority, protocol) ??
    readFields(fields, pseudoEnd, head, authority) ??
    checkSupported(head)
  );
}

/**
 * Checks trailers (RFC 9113 §8.1), which have no pseudo-fields, and no field of framing (RFC 9110 §6.5.1).
 * @param trailers receives names and values, alternating
 * @returns whether they are valid
 */
export function readTrailers(fields: readonly string[], trailers: string[]): boolean {
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? '';
    const value = trim(fields[index + 1] ?? '');
    if (name === 'content-length' || checkField(name, value) !== undefined) return false;
    trailers.push(name, value);
  }
  return true;
}

/** The pseudo-fields precede the fields (RFC 9113 §8.3). @returns the index of the first field */
function countPseudo(fields: readonly string[]): number {
  let index = 0;
  while (index < fields.length && (fields[index] ?? '').startsWith(':')) index += 2;
  return index;
}

/** Whether a name is among names, which values separate. */
function hasName(pseudo: readonly string[], name: string): boolean {
  for (let index = 0; index < pseudo.length; index += 2) if (pseudo[index] === name) return true;
  return false;
}

/** RFC 9113 §8.3.1; §8.5 for CONNECT, RFC 8441 §4 with `:protocol`. */
function checkPseudo(
  head: Http2RequestHead,
  authority: string | undefined,
  protocol: string | undefined,
): HeadProblem | undefined {
  if (!isToken(head.method)) return new HeadProblem('The pseudo-field :method is not a token');
  if (authority !== undefined && !isVisible(authority))
    return new HeadProblem('The pseudo-field :authority has white space or a control character');
  if (protocol !== undefined && head.method !== 'CONNECT')
    return new HeadProblem('The pseudo-field :protocol is for CONNECT');
  if (head.method === 'CONNECT' && protocol === undefined) {
    const isPlain = !hasName(head.pseudo, ':scheme') && !hasName(head.pseudo, ':path');
    return isPlain && authority !== undefined
      ? undefined
      : new HeadProblem('CONNECT has other pseudo-fields than :method and :authority');
  }
  if (!SCHEME.test(head.scheme)) return new HeadProblem('The pseudo-field :scheme is missing or invalid');
  if (head.target === '') return new HeadProblem('The pseudo-field :path is missing or empty');
  if (!isVisible(head.target))
    return new HeadProblem('The pseudo-field :path has white space or a control character');
  return undefined;
}

const SCHEME = /^[a-z][a-z0-9+.-]*$/i;

/** Tunnels are not supported. */
function checkSupported(head: Http2RequestHead): HeadProblem | undefined {
  return head.method === 'CONNECT' ? new HeadProblem('CONNECT is not supported', 501) : undefined;
}

function readFields(
  fields: readonly string[],
  start: number,
  head: Http2RequestHead,
  authority: string | undefined,
): HeadProblem | undefined {
  let host: string | undefined;
  /** A problem of the whole, for which a response is sent, if no stream error follows. */
  let rejection: HeadProblem | undefined;
  for (let index = start; index < fields.length; index += 2) {
    const name = fields[index] ?? '';
    const value = trim(fields[index + 1] ?? '');
    const problem = checkField(name, value);
    if (problem !== undefined) return problem;
    switch (name) {
      case 'host':
        if (host !== undefined) rejection ??= new HeadProblem('The field host is repeated', 400);
        host = value;
        break;
      case 'content-length':
        if (head.length >= 0) return new HeadProblem('The field content-length is repeated');
        if (!DIGITS.test(value)) return new HeadProblem('The field content-length is not a number');
        head.length = Number(value);
        if (value.length > MAX_LENGTH_DIGITS)
          rejection ??= new HeadProblem('The content-length is too large', 413);
        break;
      case 'te':
        head.flags |= TE_TRAILERS;
        break;
      case 'expect':
        if (value.toLowerCase() === '100-continue') head.flags |= EXPECT_CONTINUE;
        break;
    }
    head.fields.push(name, value);
  }
  if (authority === undefined && host === undefined)
    rejection ??= new HeadProblem('The request has neither :authority nor host', 400);
  else if (authority !== undefined && host === undefined) head.fields.unshift('host', authority);
  else if (authority !== undefined && host?.toLowerCase() !== authority.toLowerCase())
    rejection ??= new HeadProblem('The values of :authority and host differ', 400);
  return rejection;
}

const DIGITS = /^[0-9]+$/;

/** More digits than a number represents exactly. */
const MAX_LENGTH_DIGITS = 15;

/** Whether a field belongs to a connection of HTTP/1 (RFC 9113 §8.2.2). @param name in any case */
export function isConnectionField(name: string): boolean {
  // The length decides for most names.
  switch (name.length) {
    case 7:
    case 10:
    case 16:
    case 17:
      return CONNECTION_FIELDS.includes(name.toLowerCase());
    default:
      return false;
  }
}

const CONNECTION_FIELDS: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
];

/** RFC 9113 §8.2.1 and §8.2.2. */
function checkField(name: string, value: string): HeadProblem | undefined {
  if (!isLowerToken(name))
    return new HeadProblem(
      name.startsWith(':')
        ? `The pseudo-field ${quote(name)} is not before the fields of a request`
        : `The name ${quote(name)} is not a token in lower case`,
    );
  if (!isHttp2FieldValue(value)) return new HeadProblem(`The value of ${quote(name)} has NUL, CR or LF`);
  if (isConnectionField(name)) return new HeadProblem(`The field ${name} is not permitted in HTTP/2`);
  if (name === 'te' && value.toLowerCase() !== 'trailers')
    return new HeadProblem('The field te has another value than trailers');
  return undefined;
}

/** A token without capitals, as names of HTTP/2 are (RFC 9113 §8.2.1). */
function isLowerToken(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (TOKEN[code] !== 1 || (code >= 0x41 && code <= 0x5a)) return false;
  }
  return text.length > 0;
}

/** Whether a value, which has one unit per byte, has neither NUL, CR nor LF. */
function isHttp2FieldValue(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0 || code === 0x0a || code === 0x0d) return false;
  }
  return true;
}

/** Whether a text has neither white space nor control characters. */
function isVisible(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === 0x7f) return false;
  }
  return true;
}

/** A name of a client in a message: at most 64 characters, without controls. */
function quote(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}
