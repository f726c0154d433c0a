import { InvalidInputError } from '../../http/message/input-problem.ts';
import { compile } from '../../matching/compiled-match.ts';
import { headConditions } from '../../matching/request-conditions.ts';
import type { HeadMatch } from '../../matching/request-match.ts';
import type { RequestHead } from '../../matching/request-view.ts';
import type { Limits } from '../../responses/composition/to-plan.ts';
import type { Normalize } from '../normalize.ts';
import type { RuleInput } from '../rule.ts';
import { type HarEntry, problemOfEntry, type RecordedUrl, readEntry, toHead } from './har-entry.ts';
import { toMatch } from './imported-match.ts';
import { toResponse } from './imported-response.ts';

export interface ImportOptions {
  /** A prefix of the URLs, or of their paths, that is removed; without it, entries of other origins than the first are left out. */
  readonly base?: string | undefined;
  /** Only entries whose requests match. */
  readonly filter?: HeadMatch | undefined;
  /** Names of parameters of the query that no rule compares. */
  readonly ignoredQuery: ReadonlySet<string>;
  /** The bin of the rules. */
  readonly bin?: string | undefined;
  /** Whether cookies of responses are kept. */
  readonly keepsSecrets: boolean;
  readonly limits: Limits;
  readonly normalize: Normalize;
}

/** What an import leaves out: a whole entry, or a part of it. */
export interface LeftOut {
  /** The number of the entry, from 0. */
  readonly entry: number;
  /** A clause about the entry. */
  readonly reason: string;
}

export interface Import {
  readonly rules: readonly RuleInput[];
  readonly leftOut: readonly LeftOut[];
}

/** The rules of the entries of an HTTP Archive. The responses of equal requests are the steps of one rule. */
export function importRules(entries: readonly unknown[], options: ImportOptions): Import {
  const rules = new Map<string, RuleInput>();
  const leftOut: LeftOut[] = [];
  const filter = options.filter && compile<RequestHead, HeadMatch>(options.filter, headConditions);
  let origin: string | undefined;
  for (const [index, input] of entries.entries()) {
    const note = (reason: string) => leftOut.push({ entry: index, reason });
    const read = readEntry(input);
    if (!read) {
      note('is not an entry of an HTTP Archive');
      continue;
    }
    const { entry, url } = read;
    if (!url) {
      note('is not a request of HTTP');
      continue;
    }
    if (filter && !filter.testHead(toHead(entry, url))) continue;
    origin ??= url.origin;
    const problem = problemOfEntry(entry);
    if (problem !== undefined) {
      note(problem);
      continue;
    }
    const path = pathOf(url, origin, options.base);
    if (path === undefined) {
      note(options.base === undefined ? `has another origin than ${origin}` : 'is not below the base');
      continue;
    }
    const { rule, dropped } = toRule(entry, path, url.query, options);
    const key = JSON.stringify(rule.match);
    const known = rules.get(key);
    const merged = known ? withStep(known, rule) : rule;
    const invalid = problemOfRule(merged, options.normalize);
    if (invalid !== undefined) {
      note(invalid);
      continue;
    }
    rules.set(key, merged);
    for (const name of dropped) note(`has ${name}, which would act on the whole origin`);
  }
  return { rules: [...rules.values()], leftOut };
}

/** The path without the base; undefined for a URL of another origin, or beside the base. */
function pathOf({ origin, path }: RecordedUrl, first: string, base: string | undefined): string | undefined {
  if (base === undefined) return origin === first ? path : undefined;
  const prefix = base.replace(/\/$/, '');
  const whole = prefix.startsWith('/') || prefix === '' ? path : origin + path;
  const rest = whole.startsWith(prefix) ? whole.slice(prefix.length) : undefined;
  if (rest === '') return '/';
  return rest?.startsWith('/') ? rest : undefined;
}

function toRule(entry: HarEntry, path: string, query: string, options: ImportOptions) {
  const { form, leftOut } = toResponse(entry, options);
  const rule: RuleInput = {
    match: toMatch(entry, path, query, options.ignoredQuery),
    respond: form,
    ...(options.bin !== undefined && { bin: options.bin }),
  };
  return { rule, dropped: leftOut };
}

/** The rule with one more response. Equal responses in a row are one step. */
function withStep(rule: RuleInput, { respond }: RuleInput): RuleInput {
  const steps = Array.isArray(rule.respond) ? rule.respond : [rule.respond ?? {}];
  const last = steps.at(-1) ?? {};
  const { times = 1, ...form } = { times: undefined, ...last };
  return JSON.stringify(form) === JSON.stringify(respond)
    ? { ...rule, respond: [...steps.slice(0, -1), { ...form, times: times + 1 }] }
    : { ...rule, respond: [...steps, Array.isArray(respond) ? {} : (respond ?? {})] };
}

/** Why a rule cannot be added; undefined for one that can. */
function problemOfRule(rule: RuleInput, normalize: Normalize): string | undefined {
  try {
    normalize(rule);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return `makes an invalid rule: ${error.message.replace(/\.$/, '')}`;
  }
}
