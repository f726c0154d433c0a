import { clip } from '#journal/matching/condition.ts';

/** A request that no rule took. */
export interface UnmatchedRequest {
  readonly bin: string | null;
  readonly method: string;
  /** Without the prefix of a bin and without the query. */
  readonly path: string;
}

/** The requests of one scope that no rule took. */
export interface UnmatchedScope {
  /** Null for requests without a bin. */
  readonly bin: string | null;
  /** Number of all requests. */
  readonly count: number;
  /** The latest ones, the oldest first. */
  readonly latest: readonly Pick<UnmatchedRequest, 'method' | 'path'>[];
}

export const NO_REQUESTS: readonly UnmatchedScope[] = [];

/** Maximum number of requests that a scope keeps. */
const MAX_LATEST = 100;

/** Maximum number of scopes. The one whose latest request is the oldest is removed first. */
const MAX_SCOPES = 1000;

/** Maximum number of requests that all scopes keep, because every change is sent to all processes. */
const MAX_KEPT = 2000;

/** The scopes with a further request, in the order of their latest requests. */
export function addRequest(
  scopes: readonly UnmatchedScope[],
  { bin, method, path }: UnmatchedRequest,
): readonly UnmatchedScope[] {
  const { count, latest } = scopes.find((scope) => scope.bin === bin) ?? { count: 0, latest: [] };
  const added: UnmatchedScope = {
    bin,
    count: count + 1,
    latest: [...latest.slice(1 - MAX_LATEST), { method: clip(method), path: clip(path) }],
  };
  const others = clearRequests(scopes, bin).slice(1 - MAX_SCOPES);
  return keepLatest([...others, added]);
}

/** The scopes without a bin, without that of the server for null, or none. */
export function clearRequests(
  scopes: readonly UnmatchedScope[],
  bin: string | null | undefined,
): readonly UnmatchedScope[] {
  return bin === undefined ? NO_REQUESTS : scopes.filter((scope) => scope.bin !== bin);
}

/** Removes the requests of the scopes with the oldest latest request, which keep their counts. */
function keepLatest(scopes: readonly UnmatchedScope[]): readonly UnmatchedScope[] {
  let retained = scopes.reduce((sum, { latest }) => sum + latest.length, 0);
  return scopes.map((scope) => {
    if (retained <= MAX_KEPT) return scope;
    retained -= scope.latest.length;
    return { ...scope, latest: [] };
  });
}
