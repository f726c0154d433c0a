/** The components of a request target (RFC 9112 §3.2), undecoded. */
export interface Target {
  /** Host and port of a target in absolute form. They take precedence over the `Host` field (§3.2.2). */
  readonly authority: string | undefined;
  /** The scope of the port, which precedes all others. */
  readonly scope?: string;
  /** The base path of the server, which is not part of the path; absent without one. */
  readonly prefix?: string;
  /** The prefix of a scope, which is not part of the path; otherwise empty. */
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
