import type { NewSecurityEvent } from './audit.ts';
import type { LimitedMessage } from './second-factors.ts';
import type { Session } from './session.ts';
import type { SignInFailures } from './sign-in-failures.ts';

export interface User {
  id: number;
  /** In its original case; compared without regard to case. */
  login: string;
  name: string | null;
  email: string | null;
  /** A user without a verified address cannot authorize applications. */
  emailVerified: boolean;
  siteAdmin: boolean;
  /** PHC string of argon2id. */
  passwordHash: string;
  twoFactor: TwoFactor | null;
  /** When the user was suspended; null for other users. The tokens of a suspended user are kept. */
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

/** By default the address is verified and the user is not suspended. */
export type NewUser = Omit<User, 'id' | 'emailVerified' | 'suspendedAt'> &
  Partial<Pick<User, 'emailVerified' | 'suspendedAt'>>;

/** What is stored in one transaction with the change of a user. */
export interface UserChangeEffects {
  readonly event?: NewSecurityEvent;
  readonly deletesSessions?: boolean;
  /** A session that is added after the deletion of the others. */
  readonly session?: { readonly digest: string; readonly session: Session };
  /** The digests of the recovery codes that replace those of the user. */
  readonly recoveryCodes?: readonly string[];
}

export interface UserStore {
  /** Adds a user and a message to the user. Undefined when the login is taken, in any case. */
  add(user: NewUser, messageTo?: (user: User) => LimitedMessage | undefined): Promise<User | undefined>;
  byId(id: number): Promise<User | undefined>;
  byLogin(login: string): Promise<User | undefined>;
  /** The login of the only user with this e-mail address, in any case; undefined for none and for several. */
  loginOfEmail(email: string): Promise<string | undefined>;
  /** The user and the sign-in failures of the login, in one read. It runs on every request with a password. */
  credentials(login: string): Promise<{ user: User | undefined; failures: SignInFailures | undefined }>;
  /** False when there is no such user, or when another user has the new login. */
  update(
    id: number,
    change: Partial<Omit<User, 'id' | 'createdAt'>>,
    effects?: UserChangeEffects,
  ): Promise<boolean>;
  /**
   * Replaces the hash of a password by another hash of the same password. False when the user has another hash by then:
   * a concurrent change of the password is kept.
   */
  renewPasswordHash(id: number, from: string, to: string): Promise<boolean>;
  /**
   * Deletes the user with tokens, grants, sessions, codes, messages, memberships and approvals. Applications of the user
   * stay, without an owner. False when there is none.
   */
  delete(id: number): Promise<boolean>;
  list(): Promise<User[]>;
  /** The first logins that begin with the text, in any case, in alphabetical order. */
  loginsWithPrefix(prefix: string, limit: number): Promise<string[]>;
  /** Whether there are no users. */
  isEmpty(): Promise<boolean>;
}
