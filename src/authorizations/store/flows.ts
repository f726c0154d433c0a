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

export interface CodeReplay {
  userId: number;
  /** Null when no token was made. */
  authorizationId: number | null;
}

export interface AuthorizationCodeStore {
  /** Adds the code and forgets those that are over at this moment. */
  add(code: AuthorizationCode, at: number): Promise<void>;
  /** Gives the code out once and never again; undefined from the moment it is over. */
  take(digest: string, at: number): Promise<AuthorizationCode | undefined>;
  /**
   * Records that the application presents a code that was given out before. No token is made of it from now on
   * (`authorizations.createInFlow`); the one that was made is answered, so that it can be deleted. Undefined when there
   * is no such code, or it was not given out yet.
   */
  replay(digest: string, applicationId: number): Promise<CodeReplay | undefined>;
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

export interface NewDeviceCode
  extends Pick<DeviceCode, 'digest' | 'userCode' | 'applicationId' | 'scopes' | 'expiresAt' | 'interval'> {
  /** The network of the client that asks for the code. */
  network: string;
}

/** Maximum numbers of codes that are not over. */
export interface DeviceCodeLimits {
  readonly ofApplication: number;
  readonly ofNetwork: number;
  /** Of all codes, those included that are over and still told so. */
  readonly inAll: number;
}

export interface DeviceCodeStore {
  /**
   * Adds the code and removes those that are long over. `taken` when another code has the user code; `full` when as many
   * are waiting as the limits allow. Anybody can ask for codes, so none that is still good makes room for another.
   */
  add(code: NewDeviceCode, at: number, limits: DeviceCodeLimits): Promise<'added' | 'taken' | 'full'>;
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
}
