import { pathPrefixes } from '#http/routing/unrecorded-paths.ts';
import { API_PREFIX, OTHER_API_PREFIXES } from './api-service.ts';
import { endpoints } from './pages/endpoints/index.ts';

/** The prefixes of all paths of the API and of the account pages. */
export function accountPaths(): string[] {
  return [API_PREFIX, ...OTHER_API_PREFIXES, ...pathPrefixes({ name: 'accounts', prefix: '', endpoints })];
}
