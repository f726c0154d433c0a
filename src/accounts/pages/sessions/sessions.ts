import { isDeepStrictEqual } from 'node:util';
import type { ServerSettings } from '#config/settings/settings.ts';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Fields } from '#http/syntax/fields.ts';
import type { AuthorizationContext } from '../../domain/context.ts';
import { sanitizeUserAgent } from '../../domain/request/user-agent.ts';
import { computeDigest } from '../../domain/tokens/tokens.ts';
import type { NewSecurityEvent, Session, User } from '../../store/index.ts';
import { readSessionSecrets, sessionCookieFields } from './session-cookie.ts';
import type { Visitor } from './visitor.ts';

/** The sessions of browsers. The store contains digests of session secrets only. */
export interface Sessions {
  visitor(request: SessionRequest): Promise<Visitor>;
  /**
   * Starts a session with a new secret, and ends the presented ones, which prevents session fixation. The event is stored in
   * the same transaction.
   * @param user the record that sign-in was checked with
   * @returns headers that set the cookie
   * @throws HttpError 403 if password or second factor have changed meanwhile
   */
  begin(
    request: SessionRequest,
    user: User,
    stage: Session['stage'],
    event?: NewSecurityEvent,
  ): Promise<Fields>;
  /** Ends the presented sessions. Returns headers that set a new cookie without a session. */
  end(request: SessionRequest, event?: NewSecurityEvent): Promise<Fields>;
  /**
   * Changes the user, ends all sessions of the user, and starts a new one, in one transaction with the event.
   * @returns headers that set the cookie
   * @throws HttpError 403 if the user was deleted meanwhile
   */
  restart(
    request: SessionRequest,
    user: User,
    change: Partial<Omit<User, 'id' | 'createdAt'>>,
    event: NewSecurityEvent,
  ): Promise<Fields>;
  /** Headers that set the cookie of a new browser. */
  newBrowserFields(request: SessionRequest, visitor: Visitor): Fields;
}

/** The members of a request that sessions depend on. */
type SessionRequest = Pick<Exchange, 'fields' | 'field' | 'peerAddress' | 'prefix' | 'scheme'>;

interface SessionDependencies extends Pick<AuthorizationContext, 'runtime' | 'store' | 'clientAddress'> {
  readonly settings: Pick<ServerSettings, 'sessionIdleTimeout'>;
}

export function createSessions(dependencies: SessionDependencies): Sessions {
  const { runtime, store, clientAddress } = dependencies;
  const { sessionIdleTimeout } = dependencies.settings;
  const newSecret = () => runtime.bytes(32).toString('hex');
  const isSecure = (exchange: SessionRequest) => clientAddress.scheme(exchange) === 'https';
  const readSecrets = (exchange: SessionRequest) => readSessionSecrets(exchange, isSecure(exchange));

  /**
   * The session of the secrets. Undefined if there are several: an attacker may have set one of the cookies, so that the
   * user works in the account of the attacker.
   */
  async function findSession(secrets: readonly string[]) {
    const now = runtime.now();
    const sessions = [];
    for (const secret of secrets) {
      const found = await store.sessions.byDigest(computeDigest(secret), now);
      if (found) sessions.push({ secret, found });
    }
    return sessions.length === 1 ? sessions[0] : undefined;
  }

  const presentedDigests = (exchange: SessionRequest) => readSecrets(exchange).map(computeDigest);

  /** The time when a session expires. */
  function computeExpiry(stage: Session['stage'], createdAt: number, usedAt: number): number {
    const end = createdAt + LIFETIMES_MS[stage];
    // An incomplete sign-in is not extended.
    if (stage !== 'signed-in' || sessionIdleTimeout === 0) return end;
    return Math.min(end, usedAt + sessionIdleTimeout);
  }

  /** Extends the session. Written only after a part of the idle timeout, to save writes. */
  async function keepAlive(digest: string, { stage, createdAt, expiresAt }: Session): Promise<void> {
    const now = runtime.now();
    const end = computeExpiry(stage, createdAt, now);
    if (Math.abs(end - expiresAt) >= Math.min(MINUTE_MS, sessionIdleTimeout / 10) && end !== expiresAt)
      await store.sessions.moveEnd(digest, now, end);
  }

  function createSession(exchange: SessionRequest, { id: userId }: User, stage: Session['stage']) {
    const [secret, createdAt] = [newSecret(), runtime.now()];
    const expiresAt = computeExpiry(stage, createdAt, createdAt);
    const header = exchange.field('User-Agent');
    const userAgent = header === undefined ? null : sanitizeUserAgent(header);
    return {
      digest: computeDigest(secret),
      session: { userId, stage, createdAt, expiresAt, address: clientAddress.of(exchange), userAgent },
      cookies: sessionCookieFields(secret, isSecure(exchange), exchange.prefix, LIFETIMES_MS[stage] / 1000),
    };
  }

  return {
    async visitor(exchange) {
      const secrets = readSecrets(exchange);
      const [first] = secrets;
      if (first === undefined)
        return { secret: newSecret(), isNew: true, user: undefined, isSignedIn: false };
      const { secret = first, found } = (await findSession(secrets)) ?? {};
      // A suspended user has no access, as in the API.
      const user = found?.user.suspendedAt === null ? found.user : undefined;
      if (found && user) await keepAlive(computeDigest(secret), found.session);
      return {
        secret,
        isNew: false,
        user,
        isSignedIn: user !== undefined && found?.session.stage === 'signed-in',
      };
    },

    async begin(exchange, user, stage, event) {
      const { digest, session, cookies } = createSession(exchange, user, stage);
      const isAdded = await store.sessions.add(digest, session, MAX_SESSIONS_OF_USER, {
        ended: presentedDigests(exchange),
        event,
        // A later change of the password ends the session.
        isCurrent: ({ passwordHash, twoFactor }) =>
          passwordHash === user.passwordHash && isDeepStrictEqual(twoFactor, user.twoFactor),
      });
      if (!isAdded) throw changedMeanwhile();
      return cookies;
    },

    async end(exchange, event) {
      await store.sessions.delete(presentedDigests(exchange), event);
      return sessionCookieFields(newSecret(), isSecure(exchange), exchange.prefix);
    },

    async restart(exchange, user, change, event) {
      const { digest, session, cookies } = createSession(exchange, user, 'signed-in');
      const effects = { deletesSessions: true, session: { digest, session }, event };
      if (!(await store.users.update(user.id, change, effects))) throw changedMeanwhile();
      return cookies;
    },

    newBrowserFields: (exchange, visitor) =>
      visitor.isNew ? sessionCookieFields(visitor.secret, isSecure(exchange), exchange.prefix) : [],
  };
}

function changedMeanwhile(): HttpError {
  return new HttpError(403, 'The account was changed while you signed in. Sign in again.');
}

const MINUTE_MS = 60 * 1000;

const LIFETIMES_MS = { 'second-factor': 10 * MINUTE_MS, 'signed-in': 14 * 24 * 60 * MINUTE_MS };

const MAX_SESSIONS_OF_USER = 50;
