import type { Target } from '../syntax/target.ts';
import type { Service } from './service.ts';

/**
 * Scopes keep requests to the recorded services apart. A client names the scope of a request by a prefix of the path, by a
 * host, by the port, or in another way that the kernel does not know. Behind a prefix, only recorded services have
 * endpoints; `Service.inScopes` has what the other services have there.
 */
export interface Scopes {
  /** The path below which the prefixes are. No service has it. */
  readonly path: string;
  /** Separates the prefix of a scope from the path; undefined when the path has none. The path of a prefix alone is `/`. */
  split(target: Target): Target | undefined;
  /** The path behind all segments that look like the prefix of a scope, also of an invalid one. */
  withoutPrefixes(path: string): string;
  /** Whether an authority is a host of scopes. */
  hasHost(authority: string): boolean;
  /**
   * The service that alone has the hosts of scopes: the other services have no path there. It need not be among the services of
   * other hosts. Undefined where these hosts are not different from others.
   */
  readonly hostService?: Service;
  /** The scope of all requests of the port, whose paths have no prefix then. */
  readonly ofPort?: string;
}
