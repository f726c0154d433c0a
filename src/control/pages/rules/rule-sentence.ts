import { method, status } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Rule } from '../browser/rule-view.ts';

type Members = Readonly<Record<string, unknown>>;

/** A rule as one sentence: the requests that it acts on, and what it does. All of its texts are text. */
export function ruleSentence(rule: Rule): Markup {
  return html`<span>${describeRequests(rule)} → ${describeEffects(rule)}</span>`;
}

/** To how many of its requests a rule applies, and where it comes from. */
export function ruleRemarks({ id, count, probability, toxicity, source, enabled, note }: Rule): string {
  const shares = [
    ...(probability < 1 ? [`${percent(probability)} of the requests`] : []),
    ...(toxicity < 1 ? [`${percent(toxicity)} of the connections`] : []),
  ];
  const times = count === 0 ? 'Every time' : count === 1 ? 'Once' : `For ${count} requests`;
  return [
    shares.length === 0 ? times : `${count === 0 ? 'For' : `${times}, for`} ${shares.join(' and ')}`,
    ...(enabled ? [] : ['off']),
    /^\d+$/.test(id) ? `rule ${id}` : id,
    ...(source === 'api' ? [] : [`from ${String(source)}`]),
    ...(typeof note === 'string' ? [note] : []),
  ].join(' · ');
}

/** How often a rule was applied, as a link to these requests. */
export function ruleUses({ id, bin, applied, count }: Rule): Markup | string {
  if (applied === 0 && count === 0) return 'never used';
  const filter = `rule:${bin === undefined ? '' : `${bin}/`}${id}`;
  const text =
    count === 0 ? `${applied} ${applied === 1 ? 'request' : 'requests'}` : `${applied} of ${count}`;
  return applied === 0
    ? text
    : html`<a href=${`/_sparring/inspector?filter=${encodeURIComponent(filter)}`}>${text}</a>`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

function describeRequests({ match, bin }: Rule): Markup {
  const { method: methods, path, ...others } = match;
  const named = [methods ?? []].flat().map(String);
  const conditions = Object.entries(others).map(
    ([name, value]) => html`, ${NAMES[name] ?? name.replaceAll('_', ' ')} <code>${formatValue(value)}</code>`,
  );
  const place = bin === undefined ? null : html`, bin <code>${bin}</code>`;
  if (named.length + conditions.length === 0 && path === undefined)
    return html`<span>${bin === undefined ? 'every request' : html`every request to the bin <code>${bin}</code>`}</span>`;
  return html`<span>${named.length === 0 ? 'any method' : named.map((name) => html`${method(name)} `)} ${path === undefined ? 'any path' : html`<code>${formatValue(path)}</code>`}${conditions}${place}</span>`;
}

const NAMES: Readonly<Record<string, string>> = {
  headers: 'with',
  query: 'query',
  caller: 'caller',
  body: 'body',
};

/** In the order of their effect. */
const EFFECTS: Readonly<Record<string, (value: unknown) => Markup | string>> = {
  delay: (value) => `wait ${formatSeconds(value)}`,
  drop: () => 'close the connection',
  error: (value) => html`${status(Number(Object(value).status))} error of the service`,
  respond: (value) => describeSteps([value].flat()),
  pass: () => 'the endpoint responds',
  fault: (value) => html`fault <code>${String(value)}</code>`,
  dribble: (value) => {
    const [chunks, seconds] = String(value).split(',');
    return `content in ${chunks} chunks over ${formatSeconds(seconds)}`;
  },
  rate_limit: () => 'rate limit exceeded',
  suspended: () => 'the user is suspended',
  lockout: () => 'the login is locked',
};

function describeEffects(rule: Rule): Markup {
  const given = Object.entries(EFFECTS).filter(([name]) => rule[name] !== undefined && rule[name] !== false);
  const isWaitOnly = given.length === 1 && given[0]?.[0] === 'delay';
  return html`<span>${given.map(([name, describe], index) => html`${index > 0 ? ', then ' : ''}${describe(rule[name])}`)}${isWaitOnly ? ', then the usual response' : ''}</span>`;
}

/** Number of steps that are named. */
const MAX_STEPS = 4;

function describeSteps(steps: readonly unknown[]): Markup {
  const [first] = steps;
  if (steps.length === 1) return describeResponse(Object(first));
  const named = steps.slice(0, MAX_STEPS).map((step, index) => {
    const { times = 1 } = Object(step);
    return html`${index > 0 ? ', then ' : ''}${statusOf(Object(step))}${times > 1 ? ` ${times} times` : ''}`;
  });
  return html`<span>${named}${steps.length > MAX_STEPS ? `, and ${steps.length - MAX_STEPS} more` : ''}</span>`;
}

function describeResponse(response: Members): Markup {
  const headers = headerLines(response.headers);
  return html`<span>${statusOf(response)}${describeContent(response)}${headers.map((line) => html` <code>${cut(line)}</code>`)}</span>`;
}

function statusOf({ redirect, status: value = redirect === undefined ? 200 : 302 }: Members): Markup {
  const code = Number.parseInt(String(value), 10);
  return html`${status(code, String(value))}`;
}

function describeContent({ json, body, base64, bytes, file, redirect, type }: Members): Markup | null {
  if (redirect !== undefined) return html` to <code>${cut(String(redirect))}</code>`;
  if (json !== undefined) return html` JSON <code>${cut(JSON.stringify(json))}</code>`;
  if (body !== undefined)
    return html` ${/json/.test(String(type)) ? 'JSON' : 'text'} <code>${cut(String(body))}</code>`;
  if (file !== undefined) return html` file <code>${String(file)}</code>`;
  if (base64 !== undefined) return html` binary content`;
  return bytes === undefined ? null : html` ${String(bytes)} bytes`;
}

function headerLines(headers: unknown): string[] {
  if (typeof headers !== 'object' || headers === null) return [];
  const pairs: unknown[][] = Array.isArray(headers) ? headers : Object.entries(headers);
  return pairs.map(([name, value]) => `${name}: ${value}`);
}

function formatSeconds(value: unknown): string {
  const text = String(value).replace('..', ' to ');
  return /[a-z]/.test(text.replace(' to ', '')) ? text : `${text} s`;
}

/** A condition as text, such as `X-Client: one`. */
function formatValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return cut(String(value));
  if (Array.isArray(value)) return cut(value.map(formatValue).join(', '));
  const members = Object.entries(value);
  const [[name, inner] = []] = members;
  if (members.length === 1 && name === 'is') return formatValue(inner);
  if (members.length === 1 && name === 'like' && inner === '*') return 'any value';
  return cut(members.map(([each, member]) => `${each}: ${formatValue(member)}`).join(', '));
}

/** Maximum length of a text. */
const MAX_TEXT = 120;

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
