import { hostname } from 'node:os';
import type { SharedState } from './shared-state.ts';

/** The field of a response about what each node has for itself. */
export const NODE_FIELD = 'Sparring-Node';

/** Returns the name of this node; undefined while there is no other one, and there was none. */
export type FindNode = () => string | undefined;

/** @param findPort read when the name is needed */
export function createFindNode(
  { otherNodes }: Pick<SharedState, 'otherNodes'>,
  name: string | undefined,
  findPort: () => number,
): FindNode {
  return () =>
    otherNodes() === undefined ? undefined : (name ?? `${sanitizeName(hostname())}:${findPort()}`);
}

/** Text for a field of a response. */
function sanitizeName(host: string): string {
  return host.replace(/[^!-~]/g, '-').slice(0, MAX_HOST_LENGTH);
}

const MAX_HOST_LENGTH = 64;
