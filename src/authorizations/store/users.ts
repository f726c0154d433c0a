import type { SignInFailures } from './sign-in-failures.ts';

export interface User {
  id: number;
  /** As it was written when the user was made; compared without regard to case. */
  login: string;
  name: string | null;
  email: string | null;
  /** Without a verified address no application is let in. */
  emailVerified: boolean;
  siteAdmin: boolean;
  /** PHC string of argon2id. */
  passwordHash: string;
  twoFactor: TwoFactor | null;
  /** Since when a suspended user is kept out; his tokens stay. */
  suspendedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** An authenticator app's shared secret, in base32 (RFC 4648 §6), or the number that codes are sent to. */
export type TwoFactor = AppTwoFactor | SmsTwoFactor;

export interface AppTwoFactor {
  method: 'app';
  secret: string;
}

export interface SmsTwoFactor {
  method: 'sms';
  /** In the form of E.164, `+15550100`. */
  phone: string;
}

/** Unless told otherwise the address is verified, and nobody suspended. */
export type NewUser = Omit<User, 'id' | 'emailVerified' | 'suspendedAt'> &
  Partial<Pick<User, 'emailVerified' | 'suspendedAt'>>;

export interface UserStore {
  /** Undefined when the login is taken, in any case. */
  add(user: NewUser): Promise<User | undefined>;
  byId(id: number): Promise<User | undefined>;
  byLogin(login: string): Promise<User | undefined>;
  /** The user and the sign-in failures counted against the login, in one read: this is asked on every call. */
  credentials(login: string): Promise<{ user: User | undefined; failures: SignInFailures | undefined }>;
  /** False when there is no such user, or when the new login is another's. */
  update(id: number, change: Partial<Omit<User, 'id' | 'createdAt'>>): Promise<boolean>;
  /**
   * Replaces the hash of a password by another one of the same password. False when the user has another hash by now:
   * a password that is changed at the same time stays changed.
   */
  renewPasswordHash(id: number, from: string, to: string): Promise<boolean>;
  /**
   * Deletes the user and all that is his: tokens, grants, sessions, codes, messages, memberships, approvals. His
   * applications stay, without an owner. False when there is none.
   */
  delete(id: number): Promise<boolean>;
  list(): Promise<User[]>;
  /** Whether nobody has been added yet. */
  isEmpty(): Promise<boolean>;
}
