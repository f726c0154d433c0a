import { describeMatch } from '#journal/matching/describe-match.ts';
import type { ActiveRuleView } from '#rules/rule.ts';
import { EFFECT_NAMES } from '#rules/rule.ts';
import { formatPlainJson, formatTable } from './table.ts';
import type { Terminal } from './terminal.ts';

/** The rules in the order of their use, one on each line. */
export function formatRuleTable(rules: readonly ActiveRuleView[], terminal: Pick<Terminal, 'bold'>): string {
  return formatTable(['ID', 'BIN', 'REQUESTS', 'EFFECT', 'APPLIED'], rules.map(formatRow), terminal);
}

function formatRow(rule: ActiveRuleView): string[] {
  const { id, bin = '', match, applied, remaining, enabled } = rule;
  const limit = remaining === null ? '' : ` of ${applied + remaining}`;
  return [id, bin, describeMatch(match), formatEffect(rule), `${applied}${limit}${enabled ? '' : ', off'}`];
}

/** Such as `respond 200` or `fault reset@headers, delay 2`. */
export function formatEffect(rule: ActiveRuleView): string {
  return EFFECT_NAMES.flatMap((name) => {
    const { [name]: value }: Readonly<Record<string, unknown>> = rule;
    return value === undefined ? [] : [`${name}${formatShort(value)}`];
  }).join(', ');
}

function formatShort(value: unknown): string {
  if (value === true) return '';
  if (Array.isArray(value)) return ` ${value.map((step) => formatShort(step).trim()).join(', ')}`;
  const { status, redirect }: { status?: unknown; redirect?: unknown } = Object(value);
  if (typeof value === 'object') return ` ${status ?? (redirect === undefined ? 200 : 302)}`;
  const text = typeof value === 'string' ? value : formatPlainJson(value);
  return ` ${text.length > MAX_EFFECT ? `${text.slice(0, MAX_EFFECT)}…` : text}`;
}

const MAX_EFFECT = 40;
