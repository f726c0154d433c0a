import { createHash, type Hash } from 'node:crypto';
import {
  DEFAULT_HTTP1_LIMITS,
  type Field,
  Http1Decoder,
  type Http1Handler,
  type RequestHead,
  toFields,
  type WireError,
} from '../server.ts';
import { findHead, readRejectedHead, type WireHead } from './rejected-head.ts';

/** The values of a field, in order. */
export { fieldValues as valuesOf } from '../server.ts';

/** A request as its bytes say, read by the decoder of the server. */
export interface WireRequest extends WireHead {
  /** Milliseconds since the ports of the case were opened. */
  readonly at: number;
  readonly trailers: readonly Field[];
  readonly content: WireContent;
  readonly isComplete: boolean;
  /** What RFC 9112 forbids in this request. */
  readonly problems: readonly string[];
}

export interface WireContent {
  readonly length: number;
  readonly sha256: string;
}

interface OpenRequest extends WireHead {
  readonly at: number;
  trailers: readonly Field[];
  isComplete: boolean;
  readonly problems: string[];
  readonly digest: Hash;
  length: number;
}

/** The report shows also a head that the server rejects for its size. */
const LIMITS = { ...DEFAULT_HTTP1_LIMITS, headSize: 256 * 1024 };

const NOTHING = Buffer.alloc(0);

const FRAMINGS = { none: 'none', 'content-length': 'length', chunked: 'chunked', frames: 'none' } as const;

/**
 * Reads the requests of one connection from its bytes (RFC 9112 §2 to §7). Behind a request that the decoder rejects, nothing is read:
 * its end is not certain.
 */
export class RequestReader implements Http1Handler {
  readonly #requests: OpenRequest[] = [];
  #decoder = new Http1Decoder(this, LIMITS);
  /** The request whose content is read. */
  #open: OpenRequest | undefined;
  /** What was received since the last request, as long as no head is complete. */
  #text = '';
  /** Why the decoder rejects the head. */
  #error: WireError | undefined;
  #isLost = false;
  #strayBytes = 0;
  #at = 0;

  /** The requests so far; the last one can be incomplete. */
  get requests(): WireRequest[] {
    return this.#requests.map(({ digest, length, ...request }) => ({
      ...request,
      content: { length, sha256: digest.copy().digest('hex') },
    }));
  }

  /** Bytes that belong to no request: those of an incomplete head, and those behind one that was rejected. */
  get strayBytes(): number {
    return this.#strayBytes + this.#text.length;
  }

  push(chunk: Uint8Array, at: number): void {
    this.#at = at;
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    while (rest.length > 0) rest = this.#read(rest);
  }

  onHead(head: RequestHead): boolean {
    const { method, target, version, fields } = head;
    const problems = /[\x80-\xff]/.test(target) ? ['an octet in the target that URIs do not have'] : [];
    this.#text = '';
    this.#open = this.#add(
      {
        method,
        target,
        version: `HTTP/${version}`,
        fields: toFields(fields),
        framing: FRAMINGS[head.framing],
      },
      problems,
    );
    return true;
  }

  onContent(chunk: Buffer): boolean {
    if (this.#open) {
      this.#open.length += chunk.length;
      this.#open.digest.update(chunk);
    }
    return true;
  }

  onEnd(trailers: readonly string[]): boolean {
    if (this.#open) {
      this.#open.trailers = toFields(trailers);
      this.#open.isComplete = true;
    }
    this.#open = undefined;
    // What follows is taken from the decoder: it is read also behind `Connection: close`.
    return false;
  }

  onError(error: WireError): void {
    this.#error = error;
    this.#isLost = this.#open !== undefined;
    this.#open?.problems.push(error.message);
  }

  /** @returns what follows the request that ends in the bytes */
  #read(bytes: Buffer): Buffer {
    if (this.#isLost) {
      // Bytes of the request itself may be among them, which has a problem.
      if (this.#open === undefined) this.#strayBytes += bytes.length;
      return NOTHING;
    }
    if (this.#open === undefined) this.#text += bytes.toString('latin1');
    if (this.#error === undefined) this.#decoder.receive(bytes);
    if (this.#error !== undefined) return this.#isLost ? NOTHING : this.#readRejected(this.#error);
    if (this.#decoder.phase !== 'stopped') return NOTHING;
    const rest = this.#decoder.takeRest();
    this.#decoder = new Http1Decoder(this, LIMITS);
    return rest;
  }

  /** CONNECT is correct, and has no content: the decoder rejects it because the server has no tunnels. */
  #readRejected({ method, message }: WireError): Buffer {
    const found = findHead(this.#text);
    if (found === undefined) {
      this.#isLost = this.#text.length > LIMITS.headSize;
      return NOTHING;
    }
    const isConnect = method === 'CONNECT';
    const request = this.#add(readRejectedHead(found.head), isConnect ? [] : [message]);
    const rest = Buffer.from(this.#text.slice(found.end), 'latin1');
    this.#text = '';
    this.#isLost = !isConnect;
    if (isConnect) {
      request.isComplete = true;
      this.#error = undefined;
      this.#decoder = new Http1Decoder(this, LIMITS);
    }
    return rest;
  }

  #add(head: WireHead, problems: string[]): OpenRequest {
    const request: OpenRequest = {
      at: this.#at,
      ...head,
      trailers: [],
      isComplete: false,
      problems,
      digest: createHash('sha256'),
      length: 0,
    };
    this.#requests.push(request);
    return request;
  }
}
