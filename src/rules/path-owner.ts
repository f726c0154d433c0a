import { isUnder, pathPrefixes, type ServicePaths } from '../http/routing/unrecorded-paths.ts';
import { compileTemplate, splitPath } from '../matching/path-template.ts';
import type { TextCondition } from '../matching/text-condition.ts';

/**
 * The service that a path condition names by its literal beginning: the API, the pages, or the control API. Undefined for a
 * condition that also holds for paths of the testing service and of the documentation.
 */
export function serviceAt<Owner extends ServicePaths>(
  condition: TextCondition,
  services: readonly Owner[],
): Owner | undefined {
  const path = beginningOf(condition);
  return services.find(
    (service) =>
      NAMES.has(service.name) &&
      pathPrefixes(service).some((prefix) => isUnder(path, prefix) && prefix !== '/'),
  );
}

const NAMES: ReadonlySet<string> = new Set(['api', 'accounts', 'control']);

/** The literal segments at the beginning of the paths that a condition can hold for, without empty ones. */
function beginningOf(condition: TextCondition): string {
  const segments = literalsOf(condition).filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}

function literalsOf(condition: TextCondition): string[] {
  if (typeof condition === 'string') {
    const { segments } = compileTemplate(condition);
    const literals = segments.map(({ literal }) => literal);
    const end = literals.indexOf(undefined);
    return literals.slice(0, end < 0 ? literals.length : end).flatMap((literal) => literal ?? []);
  }
  const { is, like } = condition;
  const beginning = is ?? like?.replace(/\*.*/s, '');
  return beginning === undefined ? [] : splitPath(beginning);
}
