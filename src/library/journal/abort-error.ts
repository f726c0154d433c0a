import { hideMembers } from '../../config/hidden-members.ts';

/** A wait was ended by the signal in its options, whose reason is the cause. The name and the code are those of Node's own waits. */
export class AbortError extends Error {
  declare name: 'AbortError';

  constructor(message: string, { reason }: AbortSignal) {
    super(message, { cause: reason });
    hideMembers(this, { name: 'AbortError', code: 'ABORT_ERR' });
  }
}
