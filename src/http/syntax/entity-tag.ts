/** An entity tag (RFC 9110 §8.8.3). */
export interface EntityTag {
  readonly isWeak: boolean;
  /** Without the quotes. */
  readonly opaque: string;
}

/** The valid entity tags of a value of `ETag`, `If-Match`, `If-None-Match` or `If-Range`. */
export function readEntityTags(value: string): readonly EntityTag[] {
  return Array.from(value.matchAll(/(W\/)?"([^"]*)"/g), ([, weak, opaque = '']) => ({
    isWeak: weak !== undefined,
    opaque,
  }));
}

/**
 * Parses the opaque tags of an `If-Match` or `If-None-Match` value, without quotes and `W/`. `*` counts as a tag.
 * Compat: the reference server compares quoted, weak and bare tags alike, so all three are accepted.
 */
export function parseEntityTags(value: string | undefined): string[] {
  if (!value) return [];
  // A comma inside quotes belongs to the tag (RFC 9110 §8.8.3).
  return Array.from(value.matchAll(/(?:W\/)?"([^"]*)"?|[^",]+/g), ([bare, quoted]) =>
    (quoted ?? bare).trim().replace(/^W\//, ''),
  ).filter((tag) => tag !== '');
}
