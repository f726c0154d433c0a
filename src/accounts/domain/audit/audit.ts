import type { Exchange } from '#http/message/exchange.ts';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { AuditStore } from '../../store/index.ts';
import { familyOf } from '../lifecycle/deprecation.ts';
import type { ClientAddress } from '../request/client-address.ts';
import type { RequestStates } from '../request/request-state.ts';
import { sanitizeUserAgent } from '../request/user-agent.ts';
import { AuditBuffer } from './audit-buffer.ts';

/** Records the calls of the API, to show which programs still use the deprecated part. */
export interface Audit {
  /** The number of recorded calls that are not in the store. */
  readonly pending: number;
  /** The number of calls that were not recorded, because the buffer was full. */
  readonly dropped: number;
  /** Records a call when its response is sent. The call is written to the store later. */
  record(exchange: Exchange, status: number): void;
  /** Resolves when the recorded calls of all processes are in the store. */
  flush(): Promise<unknown>;
  /** Discards the calls of all processes that are not in the store; resolves when no earlier write is in progress. */
  discard(): Promise<unknown>;
  /** Flushes the calls of this process, and schedules no further writes. */
  close(): Promise<void>;
}

export interface AuditOptions {
  readonly runtime: Runtime;
  readonly shared: Pick<SharedState, 'event'>;
  readonly log: Log;
  readonly store: AuditStore;
  readonly requestStates: RequestStates;
  readonly clientAddress: ClientAddress;
  /** Maximum number of rows; 0 disables the audit. */
  readonly limit: number;
}

export function createAudit({
  runtime,
  shared,
  log,
  store,
  requestStates,
  clientAddress,
  limit,
}: AuditOptions): Audit {
  const buffer = new AuditBuffer({ runtime, log, write: (calls) => store.addCalls(calls, limit) });

  return {
    get pending() {
      return buffer.pending;
    },
    get dropped() {
      return buffer.dropped;
    },
    record(exchange, status) {
      const { method, path, route } = exchange;
      const { template } = route;
      if (limit === 0 || !FAMILY.test(template || path)) return;
      const { login = null, clientId = null } = requestStates.of(exchange);
      const address = clientAddress.of(exchange);
      // The rest would not be stored, so it is not buffered either.
      const userAgent = exchange.field('User-Agent')?.slice(0, MAX_USER_AGENT_LENGTH);
      const key = `${status} ${method} ${template} ${login} ${clientId} ${address} ${userAgent}`;
      buffer.add(key, () => ({
        login,
        clientId,
        userAgent: userAgent === undefined ? null : sanitizeUserAgent(userAgent),
        address,
        method: METHODS.has(method) ? method : 'OTHER',
        path: template || NO_TEMPLATE,
        status,
        isDeprecated: familyOf(exchange) !== undefined,
      }));
    },
    flush: shared.event('flush audit', () => buffer.flush()),
    discard: shared.event('discard audit', () => buffer.discard()),
    close: () => buffer.close(),
  };
}

/** The endpoints for authorizations, applications and administration. */
const FAMILY = /^\/api\/v3\/(?:authorizations|applications|admin|users\/[^/]+\/suspended)(?:\/|$)/;

/** Replaces an unknown path, which can contain a token. */
const NO_TEMPLATE = '(no such path)';

/** Maximum length of a User-Agent before secrets are masked. */
const MAX_USER_AGENT_LENGTH = 500;

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
