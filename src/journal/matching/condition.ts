/** One condition of a match for subjects, such as requests. */
export interface Condition<Subject> {
  /** Such as `method` or `header Idempotency-Key`. */
  readonly name: string;
  /** How much the condition counts in the comparison of near misses. */
  readonly weight: number;
  /** Whether the test needs the body of the request. */
  readonly needsBody: boolean;
  test(subject: Subject): boolean;
  /** From 0 to 1. */
  similarity(subject: Subject): number;
  /**
   * Why the condition does not hold; empty if it does.
   * @param shown the subject with masked credentials.
   */
  explain(subject: Subject, shown: Subject, masking: Masking): Difference[];
}

export interface Difference {
  /** Such as `method` or `body .name`. */
  readonly part: string;
  /** Such as `expected POST, got GET`. */
  readonly text: string;
}

/** Masks credentials in the expected values of an explanation. */
export interface Masking {
  field(name: string, value: string): string;
  /** Masks a parameter of a query, or a member of JSON. */
  member(name: string, value: string): string;
  text(text: string): string;
}

/** A condition without degrees of similarity, and without an explanation of its test. */
export function plainCondition<Subject>(
  name: string,
  test: (subject: Subject) => boolean,
  needsBody: boolean,
): Condition<Subject> {
  return {
    name,
    weight: 1,
    needsBody,
    test,
    similarity: (subject) => (test(subject) ? 1 : 0),
    explain: (subject) => (test(subject) ? [] : [{ part: name, text: 'does not hold' }]),
  };
}

/** A text in quotation marks, at most 200 characters of it. */
export function quote(text: string): string {
  return JSON.stringify(clip(text));
}

export function clip(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const MAX_SHOWN = 200;
