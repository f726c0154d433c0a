import type { Application, Authorization, User } from '../../store/index.ts';

/** A user who is authenticated by a password or a token. */
export interface Caller {
  readonly user: User;
  /** The record of the presented token; undefined for a password. */
  readonly token: Authorization | undefined;
}

/** An application that is authenticated by its client ID and secret. */
export interface Client {
  readonly application: Application;
}
