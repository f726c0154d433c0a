import type { NewSecurityEvent } from './audit.ts';

/** An authorization that a user granted on the consent page and that was not exchanged yet (RFC 6749 §4.1.2). Digests as in sessions. */
export interface AuthorizationCode {
  digest: string;
  applicationId: number;
  userId: number;
  /** The value of the request; null when it had none. */
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
  /**
   * Adds the code and deletes those that have expired.
   * @param consent given where the user has decided on the consent page: the grant of the application gets the scopes of the
   * code. A grant that is created is stored with this event.
   * @returns false without consent when there is no grant, so that a revocation at the same time has an effect.
   */
  add(code: AuthorizationCode, at: number, consent?: NewSecurityEvent): Promise<boolean>;
  /** Redeems the code. Undefined when it was redeemed before, or has expired. */
  take(digest: string, at: number): Promise<AuthorizationCode | undefined>;
  /**
   * Records that the application presents a code that was redeemed before. From then on, `authorizations.createInFlow`
   * makes no token of it. Returns the token that was made of it, so that it can be deleted. Undefined when there is no
   * such code, or it was not redeemed yet.
   */
  replay(digest: string, applicationId: number): Promise<CodeReplay | undefined>;
}

/** A device without a browser that waits until a user authorizes it (RFC 8628 §3.2). Times are milliseconds. */
export interface DeviceCode {
  digest: string;
  /** `WDJB-MJHT` */
  userCode: string;
  applicationId: number;
  scopes: string[];
  decision: 'pending' | 'granted' | 'denied';
  /** The user who decided. */
  userId: number | null;
  organizationIds: number[];
  expiresAt: number;
  /** Minimum number of seconds between two requests of the device. */
  interval: number;
  /** Time of the last request of the device. */
  askedAt: number | null;
}

export interface NewDeviceCode
  extends Pick<DeviceCode, 'digest' | 'userCode' | 'applicationId' | 'scopes' | 'expiresAt' | 'interval'> {
  /** The network of the client that asks for the code. */
  network: string;
}

/** Maximum numbers of codes that have not expired. */
export interface DeviceCodeLimits {
  readonly ofApplication: number;
  readonly ofNetwork: number;
  /** The limit of all codes, including expired ones that are still kept. */
  readonly inAll: number;
}

export interface DeviceCodeStore {
  /**
   * Adds the code and deletes those that expired long ago. `taken` when another code has the user code; `full` when a
   * limit is reached. Any client can request codes, so a valid code is never deleted for another one.
   */
  add(code: NewDeviceCode, at: number, limits: DeviceCodeLimits): Promise<'added' | 'taken' | 'full'>;
  byUserCode(userCode: string): Promise<DeviceCode | undefined>;
  /**
   * False when the user decided before.
   * @param consent given where the user grants access: the grant of the application gets the scopes. A grant that is created
   * is stored with this event.
   */
  decide(
    digest: string,
    decision: Pick<DeviceCode, 'scopes' | 'organizationIds'> & {
      userId: number;
      decision: 'granted' | 'denied';
    },
    consent?: { readonly at: string; readonly event: NewSecurityEvent },
  ): Promise<boolean>;
  /**
   * Records a request of the device, and returns the code as it was before. Adds `slowDown` seconds to its interval when
   * the request came too early.
   */
  ask(digest: string, at: number, slowDown: number): Promise<DeviceCode | undefined>;
}
