import type { Field, Fields } from '#http/syntax/fields.ts';
import type { WireMessage } from './wire-message.ts';

/** The names of places, as they are documented. */
export type PlaceName = 'request' | 'request:N' | 'start' | 'headers' | 'N' | 'end';

export type OptionName = 'connection' | 'code' | 'after' | 'close';

/** Data of a response that a variant needs. */
export interface VariantContext {
  /** The number of the argument. */
  readonly number: number;
  /** Length of the content before any transfer coding. */
  readonly length: number;
  /** The header fields of the response, without those of its content. */
  readonly fields: Fields;
  readonly place: PlaceName | undefined;
  readonly generateBytes: (count: number) => Uint8Array;
  /** Whether the fault has this option. */
  readonly has: (option: OptionName) => boolean;
}

/** A value of the argument of a kind. */
export interface FaultVariant {
  readonly summary: string;
  /** The range of the number that follows the name. */
  readonly number?: { readonly minimum: number; readonly maximum: number };
  /** The status that the variant sends. A response may have it, although it has no content. */
  readonly status?: number;
  /** Whether the content is sent although the method or the status has none. */
  readonly forcesContent?: true;
  /** What the client typically does. The default is that of the kind. */
  readonly client?: string;
  /**
   * The fields of the response over HTTP/2, in place of those with the same names; undefined where HTTP/2 cannot carry the
   * variant.
   */
  readonly http2Fields?: (context: VariantContext) => readonly Field[];
  readonly change: (message: WireMessage, context: VariantContext) => WireMessage;
}

/** How a fault ends on one protocol. */
export type Behaviour =
  /** Changes the bytes of the message. */
  | 'message'
  /** Ends the message at a place. */
  | 'cut'
  /** Acts on the connection after a complete response of the server. */
  | 'after-response'
  /** Writes bytes behind a complete response, and keeps the connection. */
  | 'extra';

/** The declaration of a kind of fault. Parsing, validation and documentation are derived from it. */
export interface FaultKind {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly summary: string;
  /** The first one is the default. Empty for a kind without a place. */
  readonly places: readonly PlaceName[];
  /** The values of the argument, which is then required. */
  readonly variants?: Readonly<Record<string, FaultVariant>>;
  /** The change of a kind without variants. */
  readonly change?: FaultVariant['change'];
  /** Between the name of a variant and its number. The default is a colon. */
  readonly numberSeparator?: ':' | '-';
  readonly options?: readonly OptionName[];
  /** Whether a response without content gets the content `hello`. */
  readonly needsContent?: true;
  readonly http1: string;
  readonly tls: string;
  /** Undefined when HTTP/2 cannot carry it. */
  readonly http2: string | undefined;
  /** What the client typically reports, with the exit codes of curl. */
  readonly client: string;
  /** Values of `fault=`. */
  readonly examples: readonly [string, ...string[]];
}
