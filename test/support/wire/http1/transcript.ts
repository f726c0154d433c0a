import type { WireError } from '#wire/error.ts';
import { Http1Decoder } from '#wire/http1/decoder.ts';
import { DEFAULT_HTTP1_LIMITS } from '#wire/http1/limits.ts';
import {
  END_STREAM,
  EXPECT_CONTINUE,
  KEEP_ALIVE,
  type RequestHead,
  TE_TRAILERS,
  UPGRADE,
} from '#wire/request-head.ts';

const FLAGS: readonly (readonly [number, string])[] = [
  [KEEP_ALIVE, 'keep'],
  [EXPECT_CONTINUE, 'expect'],
  [UPGRADE, 'upgrade'],
  [TE_TRAILERS, 'trailers'],
  [END_STREAM, 'no content'],
];

const MAX_TEXT = 30;

/** What a decoder called, with the content merged, one line for each call. */
export class Transcript {
  readonly lines: string[] = [];
  readonly heads: RequestHead[] = [];
  /** The content of each message, one unit per byte. */
  readonly contents: string[] = [];
  readonly trailers: (readonly string[])[] = [];
  readonly errors: WireError[] = [];
  /** The extensions of all chunks. */
  readonly extensions: string[] = [];
  /** Number of calls so far. */
  calls = 0;
  /** What each call returns. */
  isContinued: (call: number) => boolean = () => true;
  #content = '';

  onHead(head: RequestHead): boolean {
    this.heads.push(head);
    const flags = FLAGS.filter(([flag]) => (head.flags & flag) !== 0).map(([, name]) => name);
    const length = head.length < 0 ? '' : ` ${head.length}`;
    this.#add(
      `${short(head.method)} ${short(head.target)} ${head.version} ${head.framing}${length}: ${flags.join(', ')}`,
    );
    return this.#next();
  }

  onContent(chunk: Buffer): boolean {
    this.#content += chunk.toString('latin1');
    return this.#next();
  }

  onChunk(size: number, extension: string): void {
    this.extensions.push(extension);
    this.#flush();
    this.#add(`chunk ${size}${short(extension)}`);
    this.calls++;
  }

  onEnd(trailers: readonly string[]): boolean {
    this.#flush();
    this.contents[this.heads.length - 1] ??= '';
    this.trailers.push(trailers);
    this.#add(['end', ...trailers.map(short)].join(' '));
    return this.#next();
  }

  onError(error: WireError): void {
    this.#flush();
    this.errors.push(error);
    this.#add(`${error.status} ${error.kind}: ${error.message}`);
    this.calls++;
  }

  /** The content of a message as far as it has arrived. */
  contentOf(index: number): string {
    const pending = index === this.heads.length - 1 ? this.#content : '';
    return (this.contents[index] ?? '') + pending;
  }

  #flush(): void {
    if (this.#content === '') return;
    const last = this.heads.length - 1;
    this.contents[last] = (this.contents[last] ?? '') + this.#content;
    this.#add(JSON.stringify(short(this.#content)));
    this.#content = '';
  }

  #add(line: string): void {
    this.lines.push(line);
  }

  #next(): boolean {
    return this.isContinued(this.calls++);
  }
}

function short(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, 3)}*${text.length}` : text;
}

/** What the decoder calls for bytes that arrive in these parts, and then FIN if `hasEnd`. */
export function decode(
  parts: readonly (string | Buffer)[],
  hasEnd = false,
  limits = DEFAULT_HTTP1_LIMITS,
): Transcript {
  const transcript = new Transcript();
  const decoder = new Http1Decoder(transcript, limits);
  for (const part of parts) decoder.receive(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  if (hasEnd) decoder.end();
  return transcript;
}
