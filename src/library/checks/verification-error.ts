import { hideMembers } from '#config/hidden-members.ts';
import { showFrames, userFrames } from '#config/user-frames.ts';
import type { VerificationError as Verification } from '#types/index.ts';

/**
 * The requests, or a body, are not those that a test expects. It is not an AssertionError of Node, to which test runners add the
 * values and the difference of a comparison, which it does not have.
 */
export class VerificationError extends Error implements Verification {
  declare name: 'VerificationError';

  constructor(message: string) {
    super(message);
    hideMembers(this, { name: 'VerificationError' });
    showFrames(this, userFrames(VerificationError));
  }
}
