import { clip } from '#journal/matching/condition.ts';
import type { RecordedExchange } from '#journal/recording/record.ts';
import { RecordedView } from '#journal/views/recorded-view.ts';
import type { Redaction } from '#journal/views/redaction.ts';
import { fieldOf } from '#journal/views/request-url.ts';
import { type ComparedRule, compareRule, describeNearest, nearestRules } from '#rules/compared-rule.ts';
import { RULE_PHASES, type RuleService } from '#rules/rule.ts';
import { methodsOf, type RuleRequest } from '#rules/rule-request.ts';
import type { RuleSet } from '#rules/rule-set.ts';

/** The rules of the scopes of a request, compared with it. Nothing is counted. */
export interface RuleReport {
  /** In the order of their use. */
  readonly compared: readonly ComparedRule[];
  /** The most similar rules that respond, best first. */
  readonly nearest: readonly ComparedRule[];
  /** How many rules respond in the scopes of the request. */
  readonly sentence: string;
  /** The sentence, and the nearest rules with the parts in which they differ. */
  readonly text: string;
}

/** A recorded request, as rules compare it. */
export class RuleSubject extends RecordedView implements RuleRequest {
  readonly #method: string;

  /** @param method that of the request, or the one that a preflight asks for. */
  constructor(exchange: RecordedExchange, method = exchange.request.method) {
    super(exchange);
    this.#method = method;
  }

  override get method(): string {
    return this.#method;
  }

  override get methods(): readonly string[] {
    return methodsOf(this.#method);
  }

  get isPreflight(): boolean {
    return this.method === 'OPTIONS' && this.#field('Origin') !== undefined && this.#requested !== undefined;
  }

  get preflighted(): RuleSubject {
    return new RuleSubject(this.exchange, this.#requested);
  }

  get #requested(): string | undefined {
    return this.#field('Access-Control-Request-Method');
  }

  #field(name: string): string | undefined {
    return fieldOf(this.exchange.request.headers, name);
  }
}

export function reportRules(
  exchange: RecordedExchange,
  service: RuleService,
  rules: Pick<RuleSet, 'rulesFor'>,
  redaction: Redaction,
): RuleReport {
  const head = new RuleSubject(exchange);
  const shown = new RuleSubject(redaction.exchange(exchange));
  const request = { head, shown, masking: redaction, isPreflight: head.isPreflight };
  const inScope = rules.rulesFor(service, head.bin).map((rule) => compareRule(rule, request));
  const compared = RULE_PHASES.flatMap((phase) =>
    inScope.filter(({ rule }) => rule.stored.rule.phase === phase),
  );
  const stubs = compared.filter(({ rule }) => rule.stored.rule.phase === 'respond');
  const nearest = nearestRules(stubs.filter(({ rule }) => rule.stored.rule.enabled));
  const sentence = `${clip(shown.method)} ${clip(shown.path)} ${describeScopes(stubs, head.bin)}.`;
  return {
    compared,
    nearest,
    sentence,
    text: [sentence, ...describeNearest(nearest, redaction)].join('\n'),
  };
}

function describeScopes(stubs: readonly ComparedRule[], bin: string | null): string {
  if (stubs.length === 0) return 'matched no rule, because there is none';
  const ofBin = stubs.filter(({ rule }) => rule.stored.rule.bin !== null).length;
  const scopes = [
    ...(ofBin > 0 ? [`in bin ${JSON.stringify(bin)}`] : []),
    ...(ofBin < stubs.length ? ['of the server'] : []),
  ];
  return `matched none of ${stubs.length} rule${stubs.length === 1 ? '' : 's'} ${scopes.join(' and ')}`;
}
