import type { JournalTimeout as Timeout } from '../../../types/index.ts';

/** Requests that a test waits for did not arrive in time. */
export class JournalTimeout extends Error implements Timeout {
  override name = 'JournalTimeout' as const;
  readonly expected: Timeout['expected'];
  readonly nearest: Timeout['nearest'];
  readonly arrived: number;

  constructor(
    message: string,
    { expected, nearest, arrived }: Pick<Timeout, 'expected' | 'nearest' | 'arrived'>,
  ) {
    super(message);
    this.expected = expected;
    this.nearest = nearest;
    this.arrived = arrived;
  }
}
