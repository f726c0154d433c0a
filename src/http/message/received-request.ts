import type { WireConnection, WireExchange } from '#wire/port.ts';
import type { RequestHead } from '#wire/request-head.ts';
import { unmapAddress } from '../syntax/address.ts';
import { formatAuthority } from '../syntax/authority.ts';
import { type Field, joinedValue, toFields } from '../syntax/fields.ts';
import type { Target } from '../syntax/target.ts';

/** The versions of HTTP that differ for a service. Minor versions above 1 are as 1.1 (RFC 9110 §2.5). */
export type Protocol = 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2';

/** A request as received: field names in their case and order, the target undecoded. */
export class ReceivedRequest {
  readonly wire: WireExchange;
  readonly head: RequestHead;
  readonly connection: WireConnection;
  readonly method: string;
  /** Names and values of the header fields, alternating, as received. */
  readonly rawFields: readonly string[];
  readonly target: Target;
  /** The path of the request target, still percent-encoded, without the query and without the prefix of a scope. */
  readonly path: string;
  /** The part of the target after the first `?`; undefined without one. */
  readonly query: string | undefined;
  readonly isHttp2: boolean;
  /** The authority that `checkRequestHead` has found; undefined before, and for a request without a host. */
  checkedAuthority: string | undefined;

  constructor(wire: WireExchange, target: Target) {
    const { head, connection } = wire;
    this.wire = wire;
    this.head = head;
    this.connection = connection;
    this.method = head.method;
    this.rawFields = head.fields;
    this.target = target;
    this.path = target.path;
    this.query = target.query;
    this.isHttp2 = connection.isHttp2;
  }

  /**
   * Host and port that the client called: those of a target in absolute form, else the `Host` field, else, where neither
   * is given or valid, the local address (RFC 9112 §3.2.2, §3.3).
   */
  get authority(): string {
    if (this.checkedAuthority !== undefined) return this.checkedAuthority;
    const { localAddress, localPort } = this.connection;
    return formatAuthority(unmapAddress(localAddress), localPort);
  }

  /** All values of a field joined with `, ` (RFC 9110 §5.2), or undefined. */
  field(name: string): string | undefined {
    return joinedValue(this.rawFields, name);
  }

  get protocol(): Protocol {
    if (this.isHttp2) return 'HTTP/2';
    return this.head.version === '1.0' ? 'HTTP/1.0' : 'HTTP/1.1';
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
    return this.connection.isSecure ? 'https' : 'http';
  }

  /** The remote address of the connection; never an IPv4-mapped IPv6 address. */
  get peerAddress(): string {
    return unmapAddress(this.connection.remoteAddress);
  }
}
