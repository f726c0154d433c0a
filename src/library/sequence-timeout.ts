import { hideMembers } from '#config/hidden-members.ts';
import type { SequenceTimeout as Timeout } from '../../types/index.ts';

/** Attempts that a test waits for have not ended in time. */
export class SequenceTimeout extends Error implements Timeout {
  declare name: 'SequenceTimeout';
  declare readonly expected: Timeout['expected'];
  declare readonly attempts: Timeout['attempts'];

  constructor(message: string, { expected, attempts }: Pick<Timeout, 'expected' | 'attempts'>) {
    super(message);
    hideMembers(this, { name: 'SequenceTimeout', expected, attempts });
  }
}
