/** A rule as the control API lists it. */
export interface Rule extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly bin?: string;
  readonly match: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  readonly count: number;
  readonly applied: number;
  readonly probability: number;
  readonly toxicity: number;
}

/** The members of a rule that are effects. */
const EFFECTS = [
  'respond',
  'pass',
  'error',
  'fault',
  'delay',
  'dribble',
  'drop',
  'rate_limit',
  'suspended',
  'lockout',
];

/** The path of a rule below `/_sparring`. */
export function pathOf({ id, bin }: Pick<Rule, 'id' | 'bin'>, parameters = ''): string {
  const query = [...(bin === undefined ? [] : [`bin=${encodeURIComponent(bin)}`]), parameters].filter(
    Boolean,
  );
  return `/rules/${encodeURIComponent(id)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

export function describeRequests({ match, bin }: Rule): string {
  return describe({ ...match, ...(bin !== undefined && { bin }) }) || 'every request';
}

export function describeEffects(rule: Rule): string {
  return describe(Object.fromEntries(Object.entries(rule).filter(([name]) => EFFECTS.includes(name))));
}

export function describeUse({ applied, count, probability, toxicity }: Rule): string {
  const shares = [
    ...(probability < 1 ? [`${probability * 100} % of the requests`] : []),
    ...(toxicity < 1 ? [`${toxicity * 100} % of the connections`] : []),
  ];
  const limit = count === 0 ? ', without limit' : ` of ${count}`;
  return `${applied}${limit}${shares.length === 0 ? '' : `, for ${shares.join(' and ')}`}`;
}

function describe(members: Readonly<Record<string, unknown>>): string {
  return Object.entries(members)
    .map(([name, value]) => (value === true ? name : `${name} ${formatValue(value)}`))
    .join(', ');
}

/** Maximum length of a value. */
const MAX_VALUE = 120;

function formatValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return cut(String(value));
  if (Array.isArray(value)) return value.map(formatItem).join(', ');
  const members = Object.entries(value).map(([name, inner]) => `${name}: ${formatValue(inner)}`);
  return cut(members.join(', '));
}

/** A pair of texts is a field. */
function formatItem(item: unknown): string {
  const isField = Array.isArray(item) && item.length === 2 && item.every((part) => typeof part === 'string');
  return isField ? cut(item.join(': ')) : `(${formatValue(item)})`;
}

function cut(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
