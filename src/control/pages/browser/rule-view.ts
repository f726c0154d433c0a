/** A rule as the control API lists it. */
export interface Rule extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly bin?: string;
  readonly match: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  readonly count: number;
  readonly applied: number;
  readonly probability: number;
  readonly toxicity: number;
}

/** The path of a rule below `/_sparring`. */
export function pathOf({ id, bin }: Pick<Rule, 'id' | 'bin'>, parameters = ''): string {
  const query = [...(bin === undefined ? [] : [`bin=${encodeURIComponent(bin)}`]), parameters].filter(
    Boolean,
  );
  return `/rules/${encodeURIComponent(id)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}
