import { binFieldsOf, readBin } from '#bins/request-bin.ts';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { ExchangeObserver } from '#http/message/exchange-observer.ts';
import type { Runtime } from '#runtime.ts';
import { OperationError } from './errors.ts';

/** The ports of one bin. */
export interface ScopePorts {
  readonly url: string;
  readonly tlsUrl: string | null;
  /** Accepts no more connections, and resolves when all are closed: at the latest after so many milliseconds. */
  close(milliseconds: number): Promise<void>;
}

/** A bin of one test, from its begin to its end. */
export interface Scope {
  readonly key: string;
  /** Undefined for a bin that clients reach by its prefix. */
  readonly ports: ScopePorts | undefined;
}

interface OpenScope extends Scope {
  ports: ScopePorts | undefined;
  readonly exchanges: Set<Exchange>;
  readonly ended: AbortController;
  lastUse: number;
}

const MAX_SCOPES = 500;
/** Ended keys whose requests get the reason. */
const MAX_ENDED = 10_000;
const IDLE_MS = 3_600_000;
const CHECK_MS = 60_000;
/** Maximum time that requests in progress have at the end of a scope. */
const GRACE_MS = 1000;

/** The bins of tests. A key is never used twice, and requests to the bin of a test that has ended get 404. */
export class ScopeRegistry implements ExchangeObserver {
  readonly #scopes = new Map<string, OpenScope>();
  readonly #ended = new Map<string, string>();
  readonly #byExchange = new WeakMap<Exchange, OpenScope>();
  readonly #runtime: Pick<Runtime, 'uniqueId' | 'monotonic' | 'after' | 'timeout'>;
  readonly #binHeader: string | undefined;
  /** Removes what a scope leaves. */
  readonly #remove: (key: string) => Promise<void>;
  #isChecking = false;

  /** @param binHeader the name of a further header field that names the bin of a request, in lower case */
  constructor(
    runtime: Pick<Runtime, 'uniqueId' | 'monotonic' | 'after' | 'timeout'>,
    binHeader: string | undefined,
    remove: (key: string) => Promise<void>,
  ) {
    this.#runtime = runtime;
    this.#binHeader = binHeader;
    this.#remove = remove;
  }

  /** @throws OperationError `conflict` when there are too many. */
  async begin(name: string, openPorts: ((key: string) => Promise<ScopePorts>) | undefined): Promise<Scope> {
    if (this.#scopes.size >= MAX_SCOPES)
      throw new OperationError(
        'conflict',
        `${MAX_SCOPES} bins of tests exist already, which is the limit; end them with POST /_sparring/bins/KEY/end.`,
      );
    const scope: OpenScope = {
      key: this.#toKey(name),
      ports: undefined,
      exchanges: new Set(),
      ended: new AbortController(),
      lastUse: this.#runtime.monotonic(),
    };
    this.#scopes.set(scope.key, scope);
    this.#checkLater();
    try {
      scope.ports = await openPorts?.(scope.key);
    } catch (error) {
      this.#scopes.delete(scope.key);
      throw error;
    }
    return scope;
  }

  /**
   * Counts a call about a bin.
   * @returns a signal that is aborted when the bin ends; undefined for a bin that is no scope.
   * @throws OperationError `conflict` for a bin that has ended.
   */
  use(bin: string | undefined): AbortSignal | undefined {
    if (bin === undefined) return undefined;
    const reason = this.#ended.get(bin);
    if (reason !== undefined) throw new OperationError('conflict', reason);
    const scope = this.#scopes.get(bin);
    if (scope) scope.lastUse = this.#runtime.monotonic();
    return scope?.ended.signal;
  }

  has(key: string): boolean {
    return this.#scopes.has(key);
  }

  /**
   * Ends a scope: further requests get 404, and `verify` is called when those in progress have ended, or after a second.
   * @throws OperationError `notFound` for a scope that is unknown, or that another call ends.
   */
  async end<Result>(
    key: string,
    verify: () => Promise<Result>,
    reason = `The test of the bin ${key} has ended.`,
  ): Promise<Result> {
    const scope = this.#scopes.get(key);
    if (!scope || this.#ended.has(key))
      throw new OperationError('notFound', this.#ended.get(key) ?? `There is no bin ${key} of a test.`);
    this.#ended.set(key, reason);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MAX_ENDED && oldest !== undefined && !this.#scopes.has(oldest))
      this.#ended.delete(oldest);
    scope.ended.abort(new OperationError('conflict', reason));
    try {
      await Promise.all([scope.ports?.close(GRACE_MS), this.#untilIdle(scope)]);
      return await verify();
    } finally {
      this.#scopes.delete(key);
      await this.#remove(key);
    }
  }

  started(exchange: Exchange): void {
    if (this.#scopes.size + this.#ended.size === 0 || !exchange.route.service.isRecorded) return;
    const fields = binFieldsOf(exchange.fields, this.#binHeader);
    const { bin } = readBin(fields, exchange.target, exchange.authority);
    if (bin === null) return;
    const reason = this.#ended.get(bin);
    if (reason !== undefined) throw new HttpError(404, reason);
    const scope = this.#scopes.get(bin);
    if (!scope) return;
    scope.lastUse = this.#runtime.monotonic();
    scope.exchanges.add(exchange);
    this.#byExchange.set(exchange, scope);
  }

  ended(exchange: Exchange): void {
    this.#byExchange.get(exchange)?.exchanges.delete(exchange);
  }

  #untilIdle({ exchanges }: OpenScope): Promise<void> {
    if (exchanges.size === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#runtime.timeout(GRACE_MS, resolve);
    let left = exchanges.size;
    for (const exchange of exchanges)
      exchange.onClose(() => {
        left--;
        if (left > 0) return;
        cancel();
        resolve();
      });
    return promise;
  }

  /** Lower case, so that the key has a host. The end of a name says more than its beginning. */
  #toKey(name: string): string {
    const words = name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9._]+/g, '-')
      .slice(-44)
      .replace(/^[-.]{1,44}/, '');
    for (;;) {
      const key = `${words || 'test'}-${this.#runtime.uniqueId().replaceAll('-', '').slice(0, 12)}`;
      if (!this.#scopes.has(key) && !this.#ended.has(key)) return key;
    }
  }

  #checkLater(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#runtime.after(CHECK_MS, () => {
      this.#isChecking = false;
      const limit = this.#runtime.monotonic() - IDLE_MS;
      for (const [key, { lastUse }] of this.#scopes)
        if (lastUse < limit)
          this.end(key, async () => {}, `The bin ${key} has ended after an hour without a call.`).catch(
            () => {},
          );
      if (this.#scopes.size > 0) this.#checkLater();
    });
  }
}
