import { createAuthorizationService } from '#accounts/api-service.ts';
import type { AuthorizationContext } from '#accounts/domain/context.ts';
import { createAuthorizationContext } from '#accounts/domain/create-context.ts';
import { createWebService } from '#accounts/pages-service.ts';
import type { Service } from '#http/routing/service.ts';
import { createCallerRules } from './api-rules.ts';
import type { ServerRules } from './create-rules.ts';
import type { ServerContext } from './server-context.ts';

export interface Accounts {
  readonly context: AuthorizationContext;
  readonly api: Service;
  readonly pages: Service;
}

/** The authorization API and the account pages, which share one context. */
export function createAccounts({ options, store, bodyBudget }: ServerContext, server: ServerRules): Accounts {
  const { rules } = server;
  const context = createAuthorizationContext({
    ...options,
    store,
    createCallerRules: (parts) => createCallerRules({ ...options, ...parts, rules, bodyBudget }),
  });
  return {
    context,
    api: server.addTo(createAuthorizationService(context), 'api'),
    pages: server.addTo(createWebService(context), 'accounts'),
  };
}
