import type { Exchange } from '#http/message/exchange.ts';
import { recordingOf } from '#journal/recording/exchange-recording.ts';
import type { ComposedResponse } from '#testing/responses/composition/composed-response.ts';
import type { EffectContext } from '#testing/responses/effects/context.ts';
import { beginEffects, type Continue, checkEffects } from '#testing/responses/effects/effects.ts';
import type { ActiveRule } from '../active-rule.ts';
import { LiveRequest, type RequestContext } from '../live-request.ts';
import type { RuleUse } from '../rule-counts.ts';
import type { RuleIndex } from '../rule-index.ts';
import type { RuleSet } from '../rule-set.ts';
import { findMatching, matchesBody } from './matching-rules.ts';
import { RequestValues } from './request-values.ts';
import { outcomeOf, rejectUnmatched, type ToUnmatchedError } from './unmatched-phase.ts';

/** What the rules before an endpoint need. */
export interface RuledRequestContext extends EffectContext, RequestContext {}

/** The rules of a service by phase, as they were when the request came. */
export interface RequestPhases {
  readonly request: RuleIndex | null;
  readonly respond: RuleIndex | null;
  readonly response: RuleIndex | null;
  /** Whether a scope rejects each request that no rule takes, also to known paths. */
  readonly isStrict: boolean;
  readonly toError: ToUnmatchedError | undefined;
}

/** The rules of each phase whose conditions hold for the head of a request, in the order of their use. */
interface Candidates {
  readonly request: readonly ActiveRule[];
  readonly respond: readonly ActiveRule[];
  readonly response: readonly ActiveRule[];
}

/** A rule that applies to a request, and for which the request has been counted. */
interface AppliedRule {
  readonly rule: ActiveRule;
  readonly use: RuleUse;
  /** The response of its handler. */
  response: ComposedResponse | undefined;
  /** Whether the stream of this response has failed. */
  hasFailed: boolean;
  onFailure: () => void;
}

interface Decision {
  /** Undefined when no rule applies. */
  readonly proceed: Continue | undefined;
  /** Whether a rule ends the request, responds to it, or leaves it to the endpoint. */
  readonly isTaken: boolean;
}

/** A request for which rules are decided before its endpoint is called. */
export class RuledRequest {
  readonly #exchange: Exchange;
  readonly #isKnown: boolean;
  readonly #phases: RequestPhases;
  readonly #rules: RuleSet;
  readonly #context: RuledRequestContext;
  readonly #request: LiveRequest;
  readonly #applied: AppliedRule[] = [];

  /** @param isKnown whether the path has an endpoint, or is redirected to one. */
  constructor(
    exchange: Exchange,
    isKnown: boolean,
    phases: RequestPhases,
    rules: RuleSet,
    context: RuledRequestContext,
  ) {
    this.#exchange = exchange;
    this.#isKnown = isKnown;
    this.#phases = phases;
    this.#rules = rules;
    this.#context = context;
    this.#request = new LiveRequest(exchange, context);
  }

  /** Undefined for a request to which no rule applies; otherwise resolves with whether the response has been sent. */
  intercept(): Promise<boolean> | undefined {
    const { request, respond, response } = this.#phases;
    const candidates: Candidates = {
      request: findMatching(request, this.#request, this.#rules),
      respond: findMatching(respond, this.#request, this.#rules),
      response: findMatching(response, this.#request, this.#rules),
    };
    return candidates.request.length + candidates.respond.length + candidates.response.length === 0
      ? this.#reject()
      : this.#apply(candidates);
  }

  async #apply(candidates: Candidates): Promise<boolean> {
    const { proceed, isTaken } = await this.#decide(candidates);
    if (await proceed?.()) return true;
    if (!isTaken) await this.#reject();
    return false;
  }

  /** Rejects a request that no rule took; undefined for one that the endpoint responds to. */
  #reject(): Promise<never> | undefined {
    const { respond, isStrict, toError } = this.#phases;
    if (toError === undefined || (this.#isKnown && !isStrict)) return undefined;
    const outcome = outcomeOf(this.#request, this.#isKnown, respond, this.#rules);
    return outcome === 'endpoint'
      ? undefined
      : rejectUnmatched(outcome, this.#request, this.#exchange, this.#rules.unmatched, {
          maxUploadSize: this.#context.maxUploadSize,
          toError,
        });
  }

  /** Counts the request for the rules of all phases that apply to it. */
  async #decide(candidates: Candidates): Promise<Decision> {
    let isTaken: boolean;
    try {
      isTaken = await this.#choose(candidates.request);
      // A rule of the first phase that does more than delay is the only one of its request.
      if (!isTaken) {
        isTaken = await this.#choose(candidates.respond);
        await this.#choose(candidates.response);
      }
    } catch (error) {
      await this.#release();
      throw error;
    }
    const isRuled = this.#applied.length > 0 && !this.#exchange.signal.aborted;
    return { proceed: isRuled ? this.#begin() : undefined, isTaken };
  }

  /** Records the rules that apply, and begins their effects. */
  #begin(): Continue {
    const responding = this.#applied.find(({ rule }) => rule.responses);
    const numbered = responding?.rule.responses?.at(responding.use.position);
    const record = () =>
      recordingOf(this.#exchange)?.rules(
        this.#applied.map((each) => ({
          id: each.rule.stored.id,
          bin: each.rule.stored.rule.bin,
          phase: each.rule.stored.rule.phase,
          step: each === responding ? (numbered?.step ?? null) : null,
          ...(each.hasFailed && { failed: true as const }),
        })),
        this.#applied.some(({ rule }) => rule.responds),
      );
    record();
    for (const each of this.#applied) each.onFailure = record;
    return beginEffects(
      this.#applied.map(({ rule }) => rule.effects),
      this.#exchange,
      { ...this.#context, release: () => this.#release() },
      responding && {
        id: responding.rule.stored.id,
        response: responding.response ?? numbered?.response,
        values: new RequestValues(
          this.#request,
          responding.rule.path,
          responding.use.n,
          this.#context.runtime,
        ),
      },
    );
  }

  /** Returns the counts of all rules that apply. */
  async #release(): Promise<void> {
    for (const { rule, use } of this.#applied) await this.#rules.release(rule, use);
  }

  /**
   * Counts the request for the first rule that applies; after one that only delays, for the next ones too.
   * @returns whether a rule applies that does more.
   */
  async #choose(candidates: readonly ActiveRule[]): Promise<boolean> {
    for (const rule of candidates) {
      if (!(await matchesBody(rule, this.#request, this.#rules))) continue;
      const isApplied = await this.#count(rule);
      if (isApplied && !rule.onlyDelays) return true;
    }
    return false;
  }

  /** @returns false for a rule that is exhausted, not drawn, or whose handler declines the request. */
  async #count(rule: ActiveRule): Promise<boolean> {
    const use = await this.#rules.take(rule, this.#exchange, () =>
      checkEffects(rule.effects, this.#exchange, this.#context),
    );
    if (use === undefined) return false;
    const applied: AppliedRule = { rule, use, response: undefined, hasFailed: false, onFailure() {} };
    this.#applied.push(applied);
    if (!rule.handle) return true;
    const response = await this.#callHandler(rule.handle, applied);
    if (response) {
      applied.response = response;
      if (response.discard) this.#exchange.onClose(() => response.discard?.());
      return true;
    }
    this.#applied.pop();
    await this.#rules.release(rule, use);
    return false;
  }

  /** @throws HttpError 500 for an error of the handler, and for one that takes too long. */
  async #callHandler(
    handle: NonNullable<ActiveRule['handle']>,
    applied: AppliedRule,
  ): Promise<ComposedResponse | undefined> {
    const { runtime, maxDuration } = this.#context;
    const { rule, use } = applied;
    const late = Promise.withResolvers<never>();
    const onError = (error: unknown) => {
      this.#rules.report(rule, error);
      applied.hasFailed = true;
      applied.onFailure();
    };
    const cancel = runtime.timeout(maxDuration, () =>
      late.reject(new Error(`The handler has not ended in ${maxDuration / 1000} s.`)),
    );
    try {
      return await Promise.race([handle(this.#request, use.n, onError), late.promise]);
    } catch (error) {
      throw this.#rules.report(rule, error);
    } finally {
      cancel();
    }
  }
}
