import type { SharedState } from '../cluster/shared-state.ts';
import type { ServerSettings } from '../config/settings.ts';
import type { ServiceDependencies } from '../http/routing/service.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import type { Store } from '../store/index.ts';
import type { Schedule } from './lifecycle/schedule.ts';

/** Options of the authorization service and its pages. */
export interface AuthorizationOptions extends ServiceDependencies, ServerSettings {
  readonly store: Store;
  /** The state that all processes of the server share. */
  readonly shared: SharedState;
  readonly rules: RuleSet;
  /** The deprecation schedule; by default the API is deprecated and stays. */
  readonly lifecycle?: Schedule | undefined;
}

/**
 * Maximum size of a request body in bytes. No endpoint needs more than a few kilobytes, and a parsed body that is
 * checked against a schema takes many times its size in memory.
 */
export const MAX_BODY_SIZE = 1024 * 1024;
