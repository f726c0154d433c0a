import { hideMembers } from '#config/hidden-members.ts';
import type { JournalTimeout as Timeout } from '#types/index.ts';

/** Requests that a test waits for did not arrive in time. */
export class JournalTimeout extends Error implements Timeout {
  declare name: 'JournalTimeout';
  declare readonly expected: Timeout['expected'];
  declare readonly nearest: Timeout['nearest'];
  declare readonly arrived: number;

  constructor(
    message: string,
    { expected, nearest, arrived }: Pick<Timeout, 'expected' | 'nearest' | 'arrived'>,
  ) {
    super(message);
    hideMembers(this, { name: 'JournalTimeout', expected, nearest, arrived });
  }
}
