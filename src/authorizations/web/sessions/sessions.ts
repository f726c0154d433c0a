import { isDeepStrictEqual } from 'node:util';
import { HttpError } from '../../../http/errors.ts';
import type { Exchange } from '../../../http/exchange.ts';
import type { Fields } from '../../../http/fields.ts';
import { toAuditText } from '../../audit/audit-text.ts';
import type { AuthorizationParts } from '../../parts.ts';
import type { Session, User } from '../../store.ts';
import { toDigest } from '../../tokens/tokens.ts';
import type { Visitor } from '../context.ts';
import { readSessionSecrets, sessionCookieFields } from './session-cookie.ts';

/** Which browser is whose. The store knows the digest of each browser's secret, and nothing else of it. */
export interface Sessions {
  visitor(request: SessionRequest): Promise<Visitor>;
  /**
   * Begins a session under a new secret, and ends those that the browser sends, so that one that was known before is
   * worth nothing; gives its cookies.
   * @param user as he signed in
   * @throws HttpError 403 when he signs in by something else by now
   */
  begin(request: SessionRequest, user: User, stage: Session['stage']): Promise<Fields>;
  /** Ends the sessions that the browser sends; gives the cookies of a stranger. */
  end(request: SessionRequest): Promise<Fields>;
  /** Ends the user's sessions in all other browsers. */
  endOthers(visitor: Visitor, userId: number): Promise<void>;
  /** The cookies of a browser that has none yet. */
  welcome(request: SessionRequest, visitor: Visitor): Fields;
}

/** The part of a request that sessions go by. */
export type SessionRequest = Pick<Exchange, 'fields' | 'field' | 'peerAddress' | 'scheme'>;

type SessionParts = Pick<AuthorizationParts, 'runtime' | 'store' | 'clientAddress' | 'sessionIdleTimeout'>;

export function createSessions(parts: SessionParts): Sessions {
  const { runtime, store, clientAddress, sessionIdleTimeout } = parts;
  const newSecret = () => runtime.bytes(32).toString('hex');
  const isSecure = (exchange: SessionRequest) => clientAddress.scheme(exchange) === 'https';
  const readSecrets = (exchange: SessionRequest) => readSessionSecrets(exchange, isSecure(exchange));

  /**
   * The one session among the secrets. Undefined where there is none, and where there are several: one of them may have
   * been planted by an attacker, to have the user work in the account of the attacker.
   */
  async function findSession(secrets: readonly string[]) {
    const now = runtime.now();
    const sessions = [];
    for (const secret of secrets) {
      const found = await store.sessions.byDigest(toDigest(secret), now);
      if (found) sessions.push({ secret, found });
    }
    return sessions.length === 1 ? sessions[0] : undefined;
  }

  async function endPresented(exchange: SessionRequest): Promise<void> {
    for (const secret of readSecrets(exchange)) await store.sessions.delete(toDigest(secret));
  }

  /** When a session is over that began at one moment and is used at another. */
  function toEnd(stage: Session['stage'], createdAt: number, usedAt: number): number {
    const end = createdAt + LIFETIMES[stage];
    // Half a sign-in is never prolonged.
    if (stage !== 'signed-in' || sessionIdleTimeout === 0) return end;
    return Math.min(end, usedAt + sessionIdleTimeout);
  }

  /** Counts the time without a request anew. Written now and then only: most requests follow another one soon. */
  async function keepAlive(digest: string, { stage, createdAt, expiresAt }: Session): Promise<void> {
    const now = runtime.now();
    const end = toEnd(stage, createdAt, now);
    if (Math.abs(end - expiresAt) >= Math.min(MINUTE, sessionIdleTimeout / 10) && end !== expiresAt)
      await store.sessions.moveEnd(digest, now, end);
  }

  /** Asked once the session is there: whoever changes the sign-in ends all sessions after it, and now finds this one. */
  async function endIfChanged(secret: string, user: User): Promise<void> {
    const present = await store.users.byId(user.id);
    const isSame =
      present?.passwordHash === user.passwordHash && isDeepStrictEqual(present.twoFactor, user.twoFactor);
    if (isSame) return;
    await store.sessions.delete(toDigest(secret));
    throw new HttpError(403, 'The account was changed while you signed in. Sign in again.');
  }

  return {
    async visitor(exchange) {
      const secrets = readSecrets(exchange);
      const [first] = secrets;
      if (first === undefined)
        return { secret: newSecret(), isNew: true, user: undefined, isSignedIn: false };
      const { secret = first, found } = (await findSession(secrets)) ?? {};
      // A suspended user is a stranger, as on the API.
      const user = found?.user.suspendedAt === null ? found.user : undefined;
      if (found && user) await keepAlive(toDigest(secret), found.session);
      return {
        secret,
        isNew: false,
        user,
        isSignedIn: user !== undefined && found?.session.stage === 'signed-in',
      };
    },

    async begin(exchange, user, stage) {
      const [secret, now] = [newSecret(), runtime.now()];
      const expiresAt = toEnd(stage, now, now);
      const userAgent = exchange.field('User-Agent');
      const session = {
        userId: user.id,
        stage,
        createdAt: now,
        expiresAt,
        address: clientAddress.of(exchange),
        userAgent: userAgent === undefined ? null : toAuditText(userAgent),
      };
      await endPresented(exchange);
      await store.sessions.add(toDigest(secret), session, MOST_OF_USER);
      await endIfChanged(secret, user);
      return sessionCookieFields(secret, isSecure(exchange), LIFETIMES[stage] / 1000);
    },

    async end(exchange) {
      await endPresented(exchange);
      return sessionCookieFields(newSecret(), isSecure(exchange));
    },

    endOthers: (visitor, userId) => store.sessions.deleteOfUser(userId, toDigest(visitor.secret)),

    welcome: (exchange, visitor) =>
      visitor.isNew ? sessionCookieFields(visitor.secret, isSecure(exchange)) : [],
  };
}

const MINUTE = 60 * 1000;

/** Milliseconds. */
const LIFETIMES = { 'second-factor': 10 * MINUTE, 'signed-in': 14 * 24 * 60 * MINUTE };

const MOST_OF_USER = 50;
