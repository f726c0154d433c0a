/** The result of one case. */
export interface Verdict {
  readonly result: 'pass' | 'fail' | 'unsupported' | 'inconclusive' | 'value';
  /** `wrong`, `hang` or `crash` of a failure; a text for the others. */
  readonly reason?: string;
  readonly got?: string;
  readonly value?: string;
  /** Whether a case is inconclusive because the server did not send what the case declares. */
  readonly isUnsent?: true;
}

/** Whether two runs of a case have the same result. */
export function isSameVerdict(one: Verdict, other: Verdict): boolean {
  return one.result === other.result && one.reason === other.reason && one.value === other.value;
}
