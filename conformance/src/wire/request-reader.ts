import { createHash, type Hash } from 'node:crypto';
import type { Field } from '../server.ts';

/** A request as its bytes say, by a strict parser of its own: Node's parser rejects what clients must not send. Texts are Latin-1. */
export interface WireRequest {
  /** Milliseconds since the ports of the case were opened. */
  readonly at: number;
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly fields: readonly Field[];
  readonly trailers: readonly Field[];
  readonly framing: 'none' | 'length' | 'chunked';
  readonly content: WireContent;
  readonly isComplete: boolean;
  /** What RFC 9112 forbids in this request. */
  readonly problems: readonly string[];
}

export interface WireContent {
  readonly length: number;
  readonly sha256: string;
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

type OpenRequest = Omit<Writable<WireRequest>, 'content' | 'fields' | 'trailers' | 'problems'> & {
  readonly fields: Field[];
  readonly trailers: Field[];
  readonly problems: string[];
  readonly digest: Hash;
  length: number;
};

type Phase = 'head' | 'content' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailers' | 'lost';

const MAX_HEAD_BYTES = 256 * 1024;

/** Reads the requests of one connection from its bytes (RFC 9112 §2 to §7). */
export class RequestReader {
  readonly #requests: OpenRequest[] = [];
  #phase: Phase = 'head';
  #buffer = '';
  #remaining = 0;
  #strayBytes = 0;

  /** The requests so far; the last one can be incomplete. */
  get requests(): WireRequest[] {
    return this.#requests.map(({ digest, length, ...request }) => ({
      ...request,
      content: { length, sha256: digest.copy().digest('hex') },
    }));
  }

  /** Bytes that belong to no request: those after a message that has no determinable end, and an incomplete head. */
  get strayBytes(): number {
    return this.#strayBytes + (this.#phase === 'head' ? this.#buffer.length : 0);
  }

  push(chunk: Uint8Array, at: number): void {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    while (rest.length > 0) {
      if (this.#phase === 'lost') {
        this.#strayBytes += rest.length;
        return;
      }
      if (this.#phase === 'content' || this.#phase === 'chunk-data') rest = this.#takeContent(rest);
      else {
        this.#buffer += rest.toString('latin1');
        rest = Buffer.alloc(0);
        const left = this.#takeLines(at);
        if (left !== undefined) rest = Buffer.from(left, 'latin1');
      }
    }
  }

  /** @returns the bytes that are content, when the phase has changed to content. */
  #takeLines(at: number): string | undefined {
    for (;;) {
      if (this.#phase === 'head') {
        const { length } = /^(?:\r?\n)*/.exec(this.#buffer)?.[0] ?? '';
        const end = /\r?\n\r?\n/.exec(this.#buffer.slice(length));
        if (!end) {
          if (this.#buffer.length > MAX_HEAD_BYTES) this.#phase = 'lost';
          return undefined;
        }
        const head = this.#buffer.slice(length, length + end.index);
        this.#buffer = this.#buffer.slice(length + end.index + end[0].length);
        this.#begin(head, at);
      } else {
        const end = this.#buffer.indexOf('\n');
        if (end < 0) return undefined;
        const line = this.#buffer.slice(0, end).replace(/\r$/, '');
        this.#buffer = this.#buffer.slice(end + 1);
        this.#takeChunkLine(line);
      }
      if (this.#phase === 'content' || this.#phase === 'chunk-data' || this.#phase === 'lost') {
        const left = this.#buffer;
        this.#buffer = '';
        return left;
      }
    }
  }

  #begin(head: string, at: number): void {
    const request = parseHead(head, at);
    this.#requests.push(request);
    const codings = valuesOf(request.fields, 'transfer-encoding').join(',').toLowerCase();
    const lengths = new Set(
      valuesOf(request.fields, 'content-length').flatMap((value) =>
        value.split(',').map((each) => each.trim()),
      ),
    );
    if (codings !== '' && lengths.size > 0) request.problems.push('Content-Length beside Transfer-Encoding');
    if (codings !== '') {
      request.framing = 'chunked';
      this.#phase = /(?:^|,)\s*chunked\s*$/.test(codings) ? 'chunk-size' : 'lost';
      if (this.#phase === 'lost') request.problems.push('a last transfer coding other than chunked');
      return;
    }
    const [length = '0'] = lengths;
    if (lengths.size > 1 || !/^\d{1,15}$/.test(length)) {
      request.problems.push(`the Content-Length ${[...lengths].join(', ')}`);
      this.#phase = 'lost';
      return;
    }
    request.framing = lengths.size > 0 ? 'length' : 'none';
    this.#remaining = Number(length);
    if (this.#remaining === 0) request.isComplete = true;
    else this.#phase = 'content';
  }

  #takeContent(bytes: Buffer): Buffer {
    const request = this.#requests.at(-1);
    const part = bytes.subarray(0, this.#remaining);
    this.#remaining -= part.length;
    if (request) {
      request.length += part.length;
      request.digest.update(part);
      if (this.#remaining === 0 && this.#phase === 'content') request.isComplete = true;
    }
    if (this.#remaining === 0) this.#phase = this.#phase === 'content' ? 'head' : 'chunk-end';
    return bytes.subarray(part.length);
  }

  #takeChunkLine(line: string): void {
    const request = this.#requests.at(-1);
    if (!request) return;
    switch (this.#phase) {
      case 'chunk-end':
        if (line !== '') this.#lose(request, 'data behind a chunk');
        else this.#phase = 'chunk-size';
        return;
      case 'chunk-size': {
        const [, size] = /^([\da-f]{1,12})\s*(?:;.*)?$/i.exec(line) ?? [];
        if (size === undefined) {
          this.#lose(request, `the chunk size ${JSON.stringify(line.slice(0, 40))}`);
          return;
        }
        this.#remaining = Number.parseInt(size, 16);
        this.#phase = this.#remaining === 0 ? 'trailers' : 'chunk-data';
        return;
      }
      default:
        if (line !== '') request.trailers.push(parseField(line));
        else {
          request.isComplete = true;
          this.#phase = 'head';
        }
    }
  }

  #lose(request: OpenRequest, problem: string): void {
    request.problems.push(problem);
    this.#phase = 'lost';
  }
}

function parseHead(head: string, at: number): OpenRequest {
  const [start = '', ...lines] = head.split(/\r?\n/);
  const [, method = '', target = '', version = ''] = /^(\S*) (.*) (HTTP\/\d\.\d)$/.exec(start) ?? [];
  const problems: string[] = [];
  if (version === '') problems.push('a malformed request line');
  if (/[\0-\x20\x7f-\xff]/.test(target)) problems.push('an octet in the target that URIs do not have');
  if (/\0|\r(?!\n)/.test(head)) problems.push('NUL or a bare CR in the head');
  return {
    at,
    method: version === '' ? (start.split(' ')[0] ?? '') : method,
    target,
    version,
    fields: lines.map(parseField),
    trailers: [],
    framing: 'none',
    isComplete: false,
    problems,
    digest: createHash('sha256'),
    length: 0,
  };
}

function parseField(line: string): Field {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  return [line.slice(0, colon), trimSpaces(line.slice(colon + 1))];
}

/** Without the optional white space around it (RFC 9110 §5.5). */
function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && /[ \t]/.test(text.charAt(start))) start++;
  while (end > start && /[ \t]/.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** The values of a field, in order. */
export function valuesOf(fields: readonly Field[], name: string): string[] {
  return fields.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}
