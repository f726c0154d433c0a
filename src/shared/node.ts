import { hostname } from 'node:os';
import { type Static, type TSchema, Type } from 'typebox';
import type { SharedState } from './shared-state.ts';

/** What each node on a database has for itself. Responses about it name the node. */
export const NODE_STATES = ['request journal', 'waits', 'live feed', 'bins', 'metrics'] as const;

export type NodeState = (typeof NODE_STATES)[number];

/** The node that has sent a response. */
export const NodeView = Type.Object(
  {
    name: Type.String(),
    others: Type.Integer({ description: 'Number of other nodes, which this response does not include.' }),
  },
  { title: 'Node', description: 'Only of one of several nodes on a PostgreSQL database.' },
);

export type NodeView = Static<typeof NodeView>;

/** The field of a response that names its node. */
export const NODE_FIELD = 'Sparring-Node';

/** Returns the name of this node; undefined while there is no other one, and there was none. */
export type FindNode = () => NodeView | undefined;

/** @param findPort read when the name is needed */
export function createFindNode(
  { otherNodes }: Pick<SharedState, 'otherNodes'>,
  name: string | undefined,
  findPort: () => number,
): FindNode {
  return () => {
    const others = otherNodes()?.length;
    return others === undefined
      ? undefined
      : { name: name ?? `${sanitizeName(hostname())}:${findPort()}`, others };
  };
}

/** Text for a field of a response. */
function sanitizeName(host: string): string {
  return host.replace(/[^!-~]/g, '-').slice(0, MAX_HOST_LENGTH);
}

const MAX_HOST_LENGTH = 64;

/** The member of a response that names its node. */
export function toNodeMember(node: NodeView | undefined): { node?: NodeView } {
  return node === undefined ? {} : { node };
}

/** A schema with this member. */
export function withNodeMember(schema: TSchema): TSchema {
  const member = Type.Object({ node: Type.Optional(NodeView) });
  // A schema with a title is a component of the document.
  if (!Type.IsObject(schema) || 'title' in schema) return Type.Intersect([schema, member]);
  const { properties, required: _, ...options } = schema;
  return Type.Object({ ...properties, ...member.properties }, options);
}

/** The line of a text about the requests of this node; none for the only one. */
export function describeNode(node: NodeView | undefined): string[] {
  if (node === undefined) return [];
  const { name, others } = node;
  const rest =
    others === 0
      ? ''
      : `; ${others} other ${others === 1 ? 'node has a journal of its own' : 'nodes have journals of their own'}`;
  return [`These are requests to the node ${name}${rest}.`];
}
