import type { Endpoint } from '#http/routing/endpoint.ts';
import { healthz } from './healthz.ts';
import { readyz } from './readyz.ts';

/** Both probes, in the order of their documentation. */
export const endpoints: readonly Endpoint[] = [healthz, readyz];
