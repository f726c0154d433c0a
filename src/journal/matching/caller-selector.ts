import { joinedValue } from '#http/syntax/fields.ts';
import { isToken } from '#http/syntax/token.ts';

/** What distinguishes callers; callers with an equal value share a state. With `key`, all callers do. */
export type SelectorKind = 'key' | 'path' | 'connection' | 'address' | 'header';

export interface CallerSelector<Kind extends SelectorKind = SelectorKind> {
  readonly kind: Kind;
  /** Name of the header field, if the kind is `header`. */
  readonly field: string;
}

/** A request, as selectors read it. */
export interface SelectorSource {
  /** Names and values of the header fields, in turn. */
  readonly rawFields: readonly string[];
  readonly path: string;
  /** Needed for the kind `address`. */
  readonly peerAddress?: string;
  /** Number of the connection; needed for the kind `connection`. */
  readonly connectionId?: number;
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
export function readSelector({ kind, field }: CallerSelector, source: SelectorSource): string | null {
  switch (kind) {
    case 'key':
      return null;
    case 'path':
      return source.path;
    case 'connection':
      return String(source.connectionId ?? 0);
    case 'address':
      return source.peerAddress ?? '';
    case 'header':
      return joinedValue(source.rawFields, field) ?? '';
  }
}
