import type { SequenceTimeout as Timeout } from '../../types/index.ts';

/** Attempts that a test waits for have not ended in time. */
export class SequenceTimeout extends Error implements Timeout {
  override name = 'SequenceTimeout' as const;
  readonly expected: Timeout['expected'];
  readonly attempts: Timeout['attempts'];

  constructor(message: string, { expected, attempts }: Pick<Timeout, 'expected' | 'attempts'>) {
    super(message);
    this.expected = expected;
    this.attempts = attempts;
  }
}
