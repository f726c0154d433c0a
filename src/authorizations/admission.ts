import { basicCredentials, parseAuthorization } from '../http/credentials.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import { after, type Later } from '../later.ts';
import { scopeFields } from './answer.ts';
import { findBearer } from './bearer.ts';
import type { AuthorizationContext, Caller } from './context.ts';
import { badCredentials, passwordOnly, requiresAuthentication, userAgentMissing } from './errors.ts';
import type { SignIn } from './sign-in.ts';

/** What stands before each endpoint: the order of the checks is part of the interface. */
export interface Admission {
  /** What is asked of a request whatever it wants. */
  enter(exchange: Exchange): void;
  /** `enter`, and the caller as the endpoint's `access` demands. */
  admit(exchange: Exchange, endpoint: Pick<Endpoint, 'access'>): Later<Caller | undefined>;
}

export function createAdmission({ store, addresses }: AuthorizationContext, signIn: SignIn): Admission {
  function enter(exchange: Exchange): void {
    if (!exchange.field('User-Agent')) throw userAgentMissing();
    addresses.of(exchange);
  }

  function identify(exchange: Exchange): Later<Caller | undefined> {
    const field = exchange.field('Authorization');
    if (field === undefined) return undefined;
    const basic = basicCredentials(field);
    if (!basic) return identifyBearer(field);
    return after(signIn(basic, exchange), (found) =>
      'token' in found ? found : { user: found, token: undefined },
    );
  }

  async function identifyBearer(field: string): Promise<Caller> {
    const { scheme, credentials: token } = parseAuthorization(field) ?? { scheme: '', credentials: '' };
    const bearer =
      scheme === 'token' || scheme === 'bearer' ? await findBearer(store.authorizations, token) : undefined;
    if (!bearer) throw badCredentials();
    return bearer;
  }

  return {
    enter,
    admit(exchange, { access }) {
      enter(exchange);
      return after(identify(exchange), (caller) => {
        if (access !== undefined && !caller) throw requiresAuthentication();
        if (access === 'password' && caller?.token) throw passwordOnly(scopeFields(caller.token));
        return caller;
      });
    },
  };
}
