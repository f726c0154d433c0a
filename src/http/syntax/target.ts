/** The components of a request target (RFC 9112 §3.2), undecoded. */
export interface Target {
  /** Host and port of a target in absolute form. They take precedence over the `Host` field (§3.2.2). */
  readonly authority: string | undefined;
  /** The bin of the port, which precedes all others. */
  readonly bin?: string;
  /** The base path of the server, which is not part of the path; absent without one. */
  readonly prefix?: string;
  /** The prefix of a bin, such as `/bin/KEY`, which is not part of the path; otherwise empty. */
  readonly base: string;
  /** The path; `*` for a target in asterisk form. */
  readonly path: string;
  /** The part after the first `?`; undefined without one. */
  readonly query: string | undefined;
}

const ABSOLUTE_FORM = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/is;

export function parseTarget(target: string): Target {
  const absolute = ABSOLUTE_FORM.exec(target);
  if (absolute) {
    const [, authority = '', rest = ''] = absolute;
    return { ...parseTarget(rest.startsWith('/') ? rest : `/${rest}`), authority };
  }
  const questionMark = target.indexOf('?');
  if (questionMark < 0) return { authority: undefined, base: '', path: target, query: undefined };
  return {
    authority: undefined,
    base: '',
    path: target.slice(0, questionMark),
    query: target.slice(questionMark + 1),
  };
}

/** Names of bins: 1 to 64 unreserved characters (RFC 3986 §2.3). */
export const BIN_NAME = /^[A-Za-z0-9._~-]{1,64}$/;

/** The name of a bin, or empty for the server. */
export const BIN_NAME_OR_EMPTY = /^(?:[A-Za-z0-9._~-]{1,64})?$/;

const BIN_PREFIX = /^\/bin\/[A-Za-z0-9._~-]{1,64}(?=\/|$)/;

/** Separates the prefix of a bin from the path; undefined when the path has none. The path of a prefix alone is `/`. */
export function splitBin(target: Target): Target | undefined {
  const [base] = BIN_PREFIX.exec(target.path) ?? [];
  return base === undefined ? undefined : { ...target, base, path: target.path.slice(base.length) || '/' };
}

/** The path behind all segments that look like the prefix of a bin, also of an invalid one. */
export function withoutBins(path: string): string {
  return path.replace(/^(?:\/bin\/[^/]*)+(?=\/)/, '');
}
