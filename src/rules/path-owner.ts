import { BIN_NAME } from '#bins/bin-name.ts';
import { isUnder, pathPrefixes, type ServicePaths } from '#http/routing/unrecorded-paths.ts';
import { compileTemplate, splitPath } from '#journal/matching/path-template.ts';
import type { TextCondition } from '#journal/matching/text-condition.ts';

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

/** Whether a path condition can hold for a path below one of the prefixes. */
export function canBeUnder(condition: TextCondition, prefixes: readonly string[]): boolean {
  const beginning = beginningOf(condition);
  const isComplete =
    typeof condition === 'string'
      ? compileTemplate(condition).names.length === 0
      : condition.is !== undefined;
  return prefixes.some((prefix) =>
    isComplete ? isUnder(beginning, prefix) : prefix.startsWith(beginning) || isUnder(beginning, prefix),
  );
}

/**
 * The bin whose prefix all paths of a condition have, such as `/bin/t1/login`; null for that of several bins, and undefined for other
 * conditions.
 */
export function binOfPath(condition: TextCondition): string | null | undefined {
  const { literals, hasMore } = beginningSegments(condition);
  const [, first, key = null] = literals;
  if (first !== 'bin' || (key === null && !hasMore)) return undefined;
  return key === null || BIN_NAME.test(key) ? key : undefined;
}

/** The whole segments at the beginning of the paths of a condition, and whether others follow them. */
function beginningSegments(condition: TextCondition): {
  literals: readonly (string | undefined)[];
  hasMore: boolean;
} {
  if (typeof condition === 'string') {
    const { segments, isOpen } = compileTemplate(condition);
    return { literals: segments.map(({ literal }) => literal), hasMore: isOpen || segments.length > 2 };
  }
  const { is, like = '' } = condition;
  if (is !== undefined) return { literals: is.split('/'), hasMore: false };
  const [fixed = '', ...others] = like.split('*');
  const literals = fixed.split('/');
  return { literals: others.length > 0 ? literals.slice(0, -1) : literals, hasMore: others.length > 0 };
}
