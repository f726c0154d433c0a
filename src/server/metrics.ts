import type { AuthorizationContext } from '#accounts/domain/context.ts';
import type { BodyBudget } from '#http/message/body/body-budget.ts';
import type { RequestMetrics } from '#http/routing/request-metrics.ts';
import type { MetricSources } from '#ops/metrics/sources.ts';
import { version } from '#version.ts';

/** What the metrics read of the accounts, of all requests and of their bodies. */
export function buildMetricSources(
  { runtime, store, signInOutcomes, passwordQueue, audit, tokenUses, notices }: AuthorizationContext,
  requests: RequestMetrics,
  bodyBudget: BodyBudget,
): Omit<MetricSources, 'worker' | 'journal' | 'journalQueries' | 'connections'> {
  return {
    version,
    runtime,
    requests,
    bodyBudget,
    signIns: () => signInOutcomes.counts,
    queues() {
      const pool = store.pool();
      return {
        password_checks: passwordQueue.waiting,
        audit: audit.pending,
        token_uses: tokenUses.pending,
        notices: notices.pending,
        ...(pool && { database_pool: pool.waiting }),
      };
    },
    pool: () => store.pool(),
    droppedAuditCalls: () => audit.dropped,
  };
}
