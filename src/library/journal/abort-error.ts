import { hideMembers } from '#config/hidden-members.ts';

/** A wait was ended by the signal in its options, whose reason is the cause. The name and the code are those of Node's own waits. */
export class AbortError extends Error {
  declare name: 'AbortError';

  /** @param report sentences that follow the reason. */
  constructor({ reason }: AbortSignal, report = '') {
    super(`The wait was aborted${describeReason(reason)}. ${report}`.trimEnd(), { cause: reason });
    hideMembers(this, { name: 'AbortError', code: 'ABORT_ERR' });
  }
}

/** The reason of `abort()` without an argument says nothing more. */
function describeReason(reason: unknown): string {
  const isNamed = reason instanceof Error && reason.name !== 'AbortError';
  return isNamed ? `: ${reason.message.replace(/\.$/, '')}` : '';
}
