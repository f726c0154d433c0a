import type { Exchange } from '../http/exchange.ts';

/** The stages of an interface that goes. */
export type PhaseName = 'supported' | 'deprecated' | 'brownout' | 'removed';

/** Where the deprecated interface stands in its life, by the server's clock. */
export interface Lifecycle {
  /** @throws Refusal when the interface is gone, for now or for good. It is asked before anybody is identified. */
  check(exchange: Exchange): void;
  /** @throws Refusal 401 when passwords are no longer taken anywhere. It is asked once a password was right. */
  checkPassword(exchange: Exchange): void;
}

export function createLifecycle(): Lifecycle {
  return { check() {}, checkPassword() {} };
}
