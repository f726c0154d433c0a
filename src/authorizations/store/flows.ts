/** What a user agreed to on the consent page, waiting to be fetched (RFC 6749 §4.1.2). Digests as in sessions. */
export interface AuthorizationCode {
  digest: string;
  applicationId: number;
  userId: number;
  /** As the request named it; null when it named none. */
  redirectUri: string | null;
  scopes: string[];
  /** RFC 7636 §4.3. */
  challenge: { method: 'plain' | 'S256'; value: string } | null;
  /** Organizations that enforce single sign-on, for which the token is allowed. */
  organizationIds: number[];
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export interface AuthorizationCodeStore {
  /** Adds the code and forgets those that are over at this moment. */
  add(code: AuthorizationCode, at: number): Promise<void>;
  /** Gives the code out once and never again; undefined from the moment it is over. */
  take(digest: string, at: number): Promise<AuthorizationCode | undefined>;
}

/** A device without a browser that waits for a user to let it in (RFC 8628 §3.2). Times are milliseconds. */
export interface DeviceCode {
  digest: string;
  /** `WDJB-MJHT` */
  userCode: string;
  applicationId: number;
  scopes: string[];
  decision: 'pending' | 'granted' | 'denied';
  /** Who decided. */
  userId: number | null;
  organizationIds: number[];
  expiresAt: number;
  /** Seconds that must lie between two questions. */
  interval: number;
  /** When the device asked last. */
  askedAt: number | null;
}

export interface DeviceCodeStore {
  /**
   * False when the user code is taken. Forgets those that are long over at this moment, and the oldest of more than
   * `most`: anybody can have them made.
   */
  add(
    code: Pick<DeviceCode, 'digest' | 'userCode' | 'applicationId' | 'scopes' | 'expiresAt' | 'interval'>,
    at: number,
    most: number,
  ): Promise<boolean>;
  byUserCode(userCode: string): Promise<DeviceCode | undefined>;
  /** False when it was decided before. */
  decide(
    digest: string,
    decision: Pick<DeviceCode, 'userId' | 'scopes' | 'organizationIds'> & { decision: 'granted' | 'denied' },
  ): Promise<boolean>;
  /**
   * Notes that the device asked now, and answers with the code as it was before. Where it asked too soon, `slowDown`
   * seconds are added to its interval.
   */
  ask(digest: string, at: number, slowDown: number): Promise<DeviceCode | undefined>;
  /** Deletes a code; false when somebody else was quicker. */
  take(digest: string): Promise<boolean>;
}
