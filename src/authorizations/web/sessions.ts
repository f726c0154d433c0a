import type { Exchange } from '../../http/exchange.ts';
import type { Fields } from '../../http/fields.ts';
import { toAuditText } from '../audit-text.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { Session } from '../store.ts';
import { toDigest } from '../tokens.ts';
import type { Visitor } from './context.ts';
import { readSessionCookie, sessionCookieFields } from './session-cookie.ts';

/** Which browser is whose. The store knows the digest of each browser's secret, and nothing else of it. */
export interface Sessions {
  visitor(exchange: Exchange): Promise<Visitor>;
  /** Begins a session under a new secret, so that one that was known before is worth nothing; gives its cookies. */
  begin(exchange: Exchange, visitor: Visitor, userId: number, stage: Session['stage']): Promise<Fields>;
  /** Ends the visitor's session; gives the cookies of a stranger. */
  end(exchange: Exchange, visitor: Visitor): Promise<Fields>;
  /** Ends the user's sessions in all other browsers. */
  endOthers(visitor: Visitor, userId: number): Promise<void>;
  /** The cookies of a browser that has none yet. */
  welcome(exchange: Exchange, visitor: Visitor): Fields;
}

type SessionParts = Pick<AuthorizationParts, 'runtime' | 'store' | 'clientAddress'>;

export function createSessions({ runtime, store, clientAddress }: SessionParts): Sessions {
  const newSecret = () => runtime.bytes(32).toString('hex');
  const isSecure = (exchange: Exchange) => clientAddress.scheme(exchange) === 'https';

  return {
    async visitor(exchange) {
      const secret = readSessionCookie(exchange);
      if (secret === undefined)
        return { secret: newSecret(), isNew: true, user: undefined, isSignedIn: false };
      const found = await store.sessions.byDigest(toDigest(secret), runtime.now());
      // A suspended user is a stranger, as on the API.
      const user = found?.user.suspendedAt === null ? found.user : undefined;
      return {
        secret,
        isNew: false,
        user,
        isSignedIn: user !== undefined && found?.session.stage === 'signed-in',
      };
    },

    async begin(exchange, visitor, userId, stage) {
      const [secret, now] = [newSecret(), runtime.now()];
      const expiresAt = now + LIFETIMES[stage];
      const userAgent = exchange.field('User-Agent');
      const session = {
        userId,
        stage,
        createdAt: now,
        expiresAt,
        address: clientAddress.of(exchange),
        userAgent: userAgent === undefined ? null : toAuditText(userAgent),
      };
      await store.sessions.delete(toDigest(visitor.secret));
      await store.sessions.add(toDigest(secret), session, MOST_OF_USER);
      return sessionCookieFields(secret, isSecure(exchange), LIFETIMES[stage] / 1000);
    },

    async end(exchange, visitor) {
      await store.sessions.delete(toDigest(visitor.secret));
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
