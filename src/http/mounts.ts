import { createRouter, type Router } from './router.ts';
import type { Service } from './service.ts';

/** The services under one prefix; the first of them answers for what none of them knows. */
export interface Mount {
  readonly prefix: string;
  readonly service: Service;
  readonly router: Router;
}

export interface Mounts {
  /** The mount that a request target belongs to: the longest prefix that ends at a segment. */
  find(target: string): Mount;
}

/** @throws Error when no service stands at the root. */
export function createMounts(services: readonly Service[]): Mounts {
  const mounts = [...Map.groupBy(services, (service) => service.prefix)]
    .map(([prefix, together]) => toMount(prefix, together))
    .sort((one, other) => other.prefix.length - one.prefix.length);
  const root = mounts.pop();
  if (root?.prefix !== '') throw new Error('No service is mounted at the root');
  return {
    find(target) {
      for (const mount of mounts) if (isUnder(target, mount.prefix)) return mount;
      return root;
    },
  };
}

function toMount(prefix: string, services: readonly Service[]): Mount {
  const [service] = services;
  if (!service) throw new Error(`No service is mounted at ${prefix}`);
  return { prefix, service, router: createRouter(services, service.pathDecoding) };
}

function isUnder(target: string, prefix: string): boolean {
  if (!target.startsWith(prefix)) return target.charCodeAt(0) !== 47 && isUnderAbsolute(target, prefix);
  const next = target.charCodeAt(prefix.length);
  return Number.isNaN(next) || next === 0x2f || next === 0x3f;
}

/** A target in absolute form, `http://host/api/v3/user` (RFC 9112 §3.2.2). */
function isUnderAbsolute(target: string, prefix: string): boolean {
  const path = /^[^:/?#]+:\/\/[^/?#]*(\/.*)$/.exec(target)?.[1];
  return path !== undefined && isUnder(path, prefix);
}
