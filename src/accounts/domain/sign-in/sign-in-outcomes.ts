import { HttpError } from '#http/errors/errors.ts';

export type SignInFactor = 'password' | 'one-time password' | 'token';

/** `locked` for a locked login, `busy` when too much is waiting, `error` when the check could not be completed. */
export type SignInOutcome = 'success' | 'failure' | 'locked' | 'busy' | 'error';

export interface SignInCount {
  readonly factor: SignInFactor;
  readonly outcome: SignInOutcome;
  readonly count: number;
}

/** Counts the outcomes of checks of credentials, for metrics. */
export class SignInOutcomes {
  readonly #counts = new Map<SignInFactor, Map<SignInOutcome, number>>();

  get counts(): SignInCount[] {
    return [...this.#counts].flatMap(([factor, byOutcome]) =>
      [...byOutcome].map(([outcome, count]) => ({ factor, outcome, count })),
    );
  }

  add(factor: SignInFactor, outcome: SignInOutcome): void {
    const byOutcome = this.#counts.get(factor) ?? new Map<SignInOutcome, number>();
    byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
    this.#counts.set(factor, byOutcome);
  }

  /** Counts the outcome of a check, whose result is undefined for wrong credentials. */
  async count<Result>(factor: SignInFactor, check: Promise<Result>): Promise<Result> {
    try {
      const result = await check;
      this.add(factor, result === undefined ? 'failure' : 'success');
      return result;
    } catch (error) {
      this.add(factor, chooseOutcome(error));
      throw error;
    }
  }
}

function chooseOutcome(error: unknown): SignInOutcome {
  const status = error instanceof HttpError ? error.status : undefined;
  if (status === 403) return 'locked';
  return status === 429 ? 'busy' : 'error';
}
