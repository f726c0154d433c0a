import type { Exchange } from '../../http/exchange.ts';
import type { Log } from '../../http/service.ts';
import type { Runtime } from '../../runtime.ts';
import { isDeprecated } from '../lifecycle/deprecation.ts';
import type { ClientAddress } from '../sign-in/client-address.ts';
import type { AuditedCall, AuditStore } from '../store.ts';
import { type CallTraits, createAuditBuffer } from './audit-buffer.ts';
import { toAuditText } from './audit-text.ts';
import type { AllCallFacts } from './call-facts.ts';

/** Writes down who calls what, so that it can be told which program still uses the deprecated interface. */
export interface Audit {
  /** Notes the call that is being answered. What it notes is in the store a moment later. */
  record(exchange: Exchange, status: number): void;
  /** Resolves when all that was noted is in the store. */
  flush(): Promise<void>;
  /** Lets go of what is not in the store yet; resolves when nothing of before is on its way there any more. */
  discard(): Promise<void>;
  /** `flush`, for the last time. */
  close(): Promise<void>;
}

export interface AuditOptions {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly store: AuditStore;
  readonly facts: AllCallFacts;
  readonly clientAddress: ClientAddress;
  /** Most rows that are kept; with 0 nothing is noted. */
  readonly limit: number;
}

export function createAudit({ runtime, log, store, facts, clientAddress, limit }: AuditOptions): Audit {
  const buffer = createAuditBuffer({ runtime, log, write: (calls) => store.addCalls(calls, limit) });

  return {
    record(exchange, status) {
      if (limit === 0 || !FAMILY.test(exchange.template || exchange.path)) return;
      const { login = null, clientId = null } = facts.of(exchange);
      const { method, template } = exchange;
      const address = clientAddress.of(exchange);
      // What is behind it would not be kept, and must not wait in memory either.
      const userAgent = exchange.field('User-Agent')?.slice(0, LONGEST_NAME);
      const seen = { status, method, template, login, clientId, address, userAgent };
      const key = `${status} ${method} ${template} ${login} ${clientId} ${address} ${userAgent}`;
      buffer.add(key, () => describeCall(seen, isDeprecated(exchange)));
    },
    flush: buffer.flush,
    discard: buffer.discard,
    close: buffer.close,
  };
}

/** A call as it is answered. */
interface SeenCall extends Pick<AuditedCall, 'status' | 'method' | 'login' | 'clientId' | 'address'> {
  readonly template: string;
  readonly userAgent: string | undefined;
}

function describeCall(seen: SeenCall, isDeprecated: boolean): CallTraits {
  const { login, clientId, userAgent, address, method, template, status } = seen;
  return {
    login,
    clientId,
    userAgent: userAgent === undefined ? null : toAuditText(userAgent),
    address,
    method: METHODS.has(method) ? method : 'OTHER',
    path: template || NO_TEMPLATE,
    status,
    isDeprecated,
  };
}

/** All that is done with authorizations, by their users, by applications and by administrators; not what stands around it. */
const FAMILY = /^\/api\/v3\/(?:authorizations|applications|admin|users\/[^/]+\/suspended)(?:\/|$)/;

/** A path that is none of the API's may hold anything, a token too. */
const NO_TEMPLATE = '(no such path)';

/** Characters of what a program calls itself, before what looks like a secret is taken out of it. */
const LONGEST_NAME = 500;

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
