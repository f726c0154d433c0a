import { percentDecode } from '#http/syntax/percent.ts';
import type { ActiveRule } from './active-rule.ts';

/**
 * The rules of one phase of a service, by bin and by the first segment of the path: a request is compared with the rules of
 * its bin and of the server that have its first segment or any.
 */
export class RuleIndex {
  readonly #scopes: ReadonlyMap<string | null, ScopeIndex>;
  /** Whether the bin of a request matters. */
  readonly hasBins: boolean;

  /** @param rules in the order of their use in each scope. */
  constructor(rules: readonly ActiveRule[]) {
    const byScope = Map.groupBy(rules, ({ stored }) => stored.rule.bin);
    this.#scopes = new Map([...byScope].map(([bin, own]) => [bin, new ScopeIndex(own)]));
    this.hasBins = [...byScope.keys()].some((bin) => bin !== null);
  }

  /** Whether a bin or the server has rules. */
  hasRulesOf(bin: string | null): boolean {
    return this.#scopes.has(bin) || this.#scopes.has(null);
  }

  /** The rules that a request can match, in the order of their use: those of its bin precede those of the server. */
  candidates(bin: string | null, path: string): readonly ActiveRule[] {
    const ofServer = this.#scopes.get(null)?.at(path) ?? NONE;
    const ofBin = bin === null ? NONE : (this.#scopes.get(bin)?.at(path) ?? NONE);
    return ofBin.length === 0 ? ofServer : [...ofBin, ...ofServer];
  }
}

const NONE: readonly ActiveRule[] = [];

class ScopeIndex {
  readonly #rules: readonly ActiveRule[];
  /** The rules of any first segment. */
  readonly #others: readonly ActiveRule[];
  readonly #named: ReadonlySet<string>;
  /** Filled when a segment is first requested. */
  readonly #bySegment = new Map<string, readonly ActiveRule[]>();

  constructor(rules: readonly ActiveRule[]) {
    this.#rules = rules;
    this.#others = rules.filter(({ firstSegment }) => firstSegment === undefined);
    this.#named = new Set(rules.flatMap(({ firstSegment }) => firstSegment ?? []));
  }

  at(path: string): readonly ActiveRule[] {
    if (this.#named.size === 0) return this.#others;
    const end = path.indexOf('/', 1);
    const received = end < 0 ? path.slice(1) : path.slice(1, end);
    const segment = received.includes('%') ? percentDecode(received) : received;
    if (!this.#named.has(segment)) return this.#others;
    const known = this.#bySegment.get(segment);
    if (known) return known;
    const found = this.#rules.filter(
      ({ firstSegment }) => firstSegment === undefined || firstSegment === segment,
    );
    this.#bySegment.set(segment, found);
    return found;
  }
}
