import { FLAG, FRAME, formatFrame } from '#wire/http2/frames.ts';
import { data, encodeBlock, headers, settings } from '../http2-recorder.ts';

/**
 * What a server sends, as a text:
 * - `HEADERS 1`, `DATA 1`, `DATA 1 5` with the length of the content, `END 1` for END_STREAM on stream 1
 * - `SETTINGS`, `SETTINGS ACK`, `PING ACK 12345678`, `WINDOW_UPDATE 0`
 * - `S 1 CANCEL` for RST_STREAM, `C PROTOCOL_ERROR` for GOAWAY
 * - `closed` for the end of the connection
 */
export type Http2Event = string;

/** Bytes to send, one unit per byte, or an event to wait for. A function gets the SETTINGS of the server, by identifier. */
export type Step =
  | string
  | { readonly until: Http2Event }
  | ((settings: ReadonlyMap<number, number>) => string);

/** Frames that a client sends, and what a server may do. */
export interface Http2Case {
  /** In the numbering of h2spec: `generic`, `http2` or `hpack` and a section of RFC 7540 or RFC 7541. */
  readonly section: string;
  readonly title: string;
  readonly steps: readonly Step[];
  /** One of them must be the first of these events and of all errors. RST_STREAM(NO_ERROR) is no error. */
  readonly permitted: readonly Http2Event[];
  /** The steps are not preceded by the preface and SETTINGS. */
  readonly isBare?: boolean;
}

export type CaseRow = readonly [
  title: string,
  steps: readonly Step[],
  permitted: readonly Http2Event[],
  isBare?: boolean,
];

export function section(name: string, rows: readonly CaseRow[]): readonly Http2Case[] {
  return rows.map(([title, steps, permitted, isBare = false]) => ({
    section: name,
    title,
    steps,
    permitted,
    isBare,
  }));
}

/** A frame that the server answers, to see that the connection is open. */
export const PROBE = ping('probe678');
export const ALIVE: readonly Http2Event[] = ['PING ACK probe678'];

// Other events of several cases.
export const ANSWERED: readonly Http2Event[] = ['HEADERS 1'];
export const PROTOCOL: readonly Http2Event[] = ['C PROTOCOL_ERROR'];
export const SIZE: readonly Http2Event[] = ['C FRAME_SIZE_ERROR'];
export const COMPRESSION: readonly Http2Event[] = ['C COMPRESSION_ERROR'];

/** A field for the end of a header block. */
export const FIELD = encodeBlock(['x-dummy', 'a']);

export function ping(payload: string, flags = 0, id = 0): string {
  return formatFrame(FRAME.PING, flags, id, payload);
}

export function continuation(id: number, block: string, flags: number = FLAG.END_HEADERS): string {
  return formatFrame(FRAME.CONTINUATION, flags, id, block);
}

/** With it, a response with content does not end, so the stream stays open. */
export const HELD = settings([4, 0]);

/** Requests for a resource that answers GET, HEAD and POST with a status of 200, and GET and POST with at least 5 bytes. */
export class RequestFrames {
  readonly #path: string;
  readonly #scheme: string;

  constructor(path: string, scheme: string) {
    this.#path = path;
    this.#scheme = scheme;
  }

  /** A header block. @param fields names and values, alternating, after the pseudo-fields */
  block(method = 'GET', fields: readonly string[] = []): string {
    return encodeBlock([...this.pseudo(method), ...fields]);
  }

  /** The pseudo-fields, in the order method, scheme, path, authority. */
  pseudo(method = 'GET'): readonly string[] {
    return [':method', method, ':scheme', this.#scheme, ':path', this.#path, ':authority', 'localhost'];
  }

  /** A complete request. */
  get(id: number, fields: readonly string[] = []): string {
    return headers(id, this.block('GET', fields));
  }

  /** A request without END_STREAM. */
  open(id: number, fields: readonly string[] = []): string {
    return headers(id, this.block('POST', fields), FLAG.END_HEADERS);
  }

  /** A complete request with content. */
  post(id: number): string {
    return this.open(id) + data(id, 'test', FLAG.END_STREAM);
  }
}
