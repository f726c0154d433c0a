import type { ScopePorts } from './scope-registry.ts';

/** The addresses of a server. Its ports are known when it listens. */
export interface ServerConnection {
  readonly host: readonly string[];
  readonly ports: {
    readonly main: number;
    readonly control: number | undefined;
    readonly tls: number | undefined;
  };
  readonly h2c: boolean;
  /** Whether the main port serves TLS. */
  readonly isSecure: boolean;
  /** Undefined without TLS. */
  readonly tls:
    | { readonly caPath: string; bundle(): Promise<string>; certificate(): Promise<string> }
    | undefined;
  /** Whether bins can have ports of their own. */
  readonly hasScopePorts: boolean;
  /** Opens the ports of a bin; undefined if bins cannot have any. */
  readonly openScopePorts: ((key: string) => Promise<ScopePorts>) | undefined;
  readonly warnings: readonly string[];
}
