import type { User } from '../../store.ts';

/** A browser with a session secret, signed in or not. */
export interface Visitor {
  /** The value of the session cookie. Form tokens are derived from it. The store contains its digest only. */
  readonly secret: string;
  /** Whether the browser does not have the cookie yet. */
  readonly isNew: boolean;
  /** Undefined until the password is verified. */
  readonly user: User | undefined;
  /** Whether sign-in is complete, with the second factor. */
  readonly isSignedIn: boolean;
}

/** A visitor with an account. */
export interface Member extends Visitor {
  readonly user: User;
}
