import type { IncomingMessage } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { unmapAddress } from '../syntax/address.ts';
import { formatAuthority } from '../syntax/authority.ts';
import { type Field, joinedValue, toFields } from '../syntax/fields.ts';
import type { Target } from '../syntax/target.ts';
import { isHttp2Request, type Protocol, toRawFields } from '../transport/http2/http2.ts';

/** A request as received: field names in their case and order, the target undecoded. */
export class ReceivedRequest {
  readonly request: IncomingMessage;
  readonly method: string;
  /** Names and values of the header fields, alternating, as received. */
  readonly rawFields: readonly string[];
  readonly target: Target;
  /** The path of the request target, still percent-encoded, without the query and without the prefix of a scope. */
  readonly path: string;
  /** The part of the target after the first `?`; undefined without one. */
  readonly query: string | undefined;
  readonly isHttp2: boolean;
  /** The session of HTTP/2. A stream that is closed does not have it. */
  readonly session: Http2Session | undefined;
  /** A separate reference: a request loses its own when its body is aborted while it is iterated. */
  readonly #socket: Socket;
  /** The authority that `checkRequestHead` has found; undefined before, and for a request without a host. */
  checkedAuthority: string | undefined;

  constructor(request: IncomingMessage, target: Target) {
    const isHttp2 = isHttp2Request(request);
    this.request = request;
    this.method = request.method ?? 'GET';
    this.rawFields = isHttp2 ? toRawFields(request) : request.rawHeaders;
    this.target = target;
    this.path = target.path;
    this.query = target.query;
    this.isHttp2 = isHttp2;
    this.session = isHttp2 ? request.stream.session : undefined;
    this.#socket = request.socket;
  }

  /**
   * Host and port that the client called: those of a target in absolute form, else the `Host` field, else, where neither
   * is given or valid, the local address (RFC 9112 §3.2.2, §3.3).
   */
  get authority(): string {
    if (this.checkedAuthority !== undefined) return this.checkedAuthority;
    const { localAddress = '', localPort = 0 } = this.#socket;
    return formatAuthority(unmapAddress(localAddress), localPort);
  }

  /** All values of a field joined with `, ` (RFC 9110 §5.2), or undefined. */
  field(name: string): string | undefined {
    return joinedValue(this.rawFields, name);
  }

  get protocol(): Protocol {
    if (this.isHttp2) return 'HTTP/2';
    return this.request.httpVersion === '1.0' ? 'HTTP/1.0' : 'HTTP/1.1';
  }

  /** All header fields as received. */
  get fields(): Field[] {
    return toFields(this.rawFields);
  }

  /** The path below which the client calls the server, such as `/httpbin`; otherwise empty. */
  get prefix(): string {
    return this.target.prefix ?? '';
  }

  /** What precedes the path in URLs: the prefix of the server, and that of a scope; otherwise empty. */
  get base(): string {
    return this.prefix + this.target.base;
  }

  get scheme(): 'http' | 'https' {
    return 'encrypted' in this.#socket && this.#socket.encrypted ? 'https' : 'http';
  }

  /** The remote address of the connection; never an IPv4-mapped IPv6 address. */
  get peerAddress(): string {
    return unmapAddress(this.#socket.remoteAddress ?? '');
  }
}
