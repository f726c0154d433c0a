import type { Exchange } from '../../http/exchange.ts';
import type { Quota } from '../rate-limits.ts';
import type { Authorization } from '../store.ts';

/** What becomes known of a call while it is served, for whoever looks at its answer: the audit, and the rate fields. */
export interface CallFacts {
  /** Of the user who called, once the password or the token was right. */
  login?: string | undefined;
  /** Of the application that called, or that the call is about. */
  clientId?: string | undefined;
  /** What was presented, where it was a token, and the scope that the endpoint wants of one. */
  token?: Authorization | undefined;
  acceptedScope?: string | undefined;
  /** What the call was charged to, where calls are counted. */
  quota?: Quota | undefined;
}

export interface AllCallFacts {
  of(exchange: Exchange): Readonly<CallFacts>;
  note(exchange: Exchange, facts: CallFacts): void;
}

/** They are kept by the exchange itself: a map beside it would cost each call as much as its routing. */
export function createCallFacts(): AllCallFacts {
  return {
    of: ({ facts }) => (facts instanceof KnownFacts ? facts : NOTHING),
    note(exchange, facts) {
      if (exchange.facts instanceof KnownFacts) Object.assign(exchange.facts, facts);
      else exchange.facts = new KnownFacts(facts);
    },
  };
}

class KnownFacts implements CallFacts {
  login: CallFacts['login'];
  clientId: CallFacts['clientId'];
  token: CallFacts['token'];
  acceptedScope: CallFacts['acceptedScope'];
  quota: CallFacts['quota'];

  constructor({ login, clientId, token, acceptedScope, quota }: CallFacts) {
    this.login = login;
    this.clientId = clientId;
    this.token = token;
    this.acceptedScope = acceptedScope;
    this.quota = quota;
  }
}

const NOTHING: CallFacts = Object.freeze({});
