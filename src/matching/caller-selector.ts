import type { Exchange } from '../http/message/exchange.ts';
import { isToken } from '../http/syntax/token.ts';

/** What distinguishes callers; callers with an equal value share a state. With `key`, all callers do. */
export type SelectorKind = 'key' | 'path' | 'connection' | 'address' | 'header';

export interface CallerSelector<Kind extends SelectorKind = SelectorKind> {
  readonly kind: Kind;
  /** Name of the header field, if the kind is `header`. */
  readonly field: string;
}

/** A request, as selectors read it. */
export interface SelectorSource {
  readonly exchange: Pick<Exchange, 'field' | 'peerAddress' | 'path'>;
  /** The path that callers are distinguished by; by default, that of the request. */
  readonly path?: string;
  /** Number of the connection. */
  readonly connection?: number;
}

const HEADER = 'header:';
const MAX_FIELD_NAME = 100;

/** Parses the name of a kind, or `header:NAME`; undefined for any other text. */
export function parseSelector<const Kind extends SelectorKind>(
  text: string,
  kinds: readonly Kind[],
): CallerSelector<Kind> | undefined {
  const isHeader = text.startsWith(HEADER);
  const field = isHeader ? text.slice(HEADER.length) : '';
  const kind = kinds.find((each) => (each === 'header' ? isHeader : each === text));
  return kind === undefined || (isHeader && !isFieldName(field)) ? undefined : { kind, field };
}

function isFieldName(text: string): boolean {
  return text.length <= MAX_FIELD_NAME && isToken(text);
}

/** The value that distinguishes the caller; null when nothing does. */
export function readSelector(
  { kind, field }: CallerSelector,
  { exchange, path = exchange.path, connection = 0 }: SelectorSource,
): string | null {
  switch (kind) {
    case 'key':
      return null;
    case 'path':
      return path;
    case 'connection':
      return String(connection);
    case 'address':
      return exchange.peerAddress;
    case 'header':
      return exchange.field(field) ?? '';
  }
}
