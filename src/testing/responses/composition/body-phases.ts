import type { DirectivePairs } from './directives.ts';

/** Whether the directives say how the body of the request is read. */
export function readsBody(directives: DirectivePairs): boolean {
  return directives.some(([name]) => name === 'expect') || isBeforeRequest(directives);
}

/** Whether a fault comes before the end of the request. */
export function isBeforeRequest(directives: DirectivePairs): boolean {
  return directives.some(([name, value]) => name === 'fault' && value.includes('@request'));
}
