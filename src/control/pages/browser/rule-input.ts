interface ListedRule extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

/** The members that a rule has only in a list. */
const OF_VIEW: ReadonlySet<string> = new Set([
  'phase',
  'source',
  'computed',
  'hides',
  'position',
  'applied',
  'remaining',
]);

/** The rule as it is added again; the server numbers it again if it has a number. */
export function toListedRuleInput(rule: ListedRule): object {
  const members = Object.entries(rule).filter(([name]) => !OF_VIEW.has(name));
  return Object.fromEntries(members.filter(([name]) => name !== 'id' || !/^\d+$/.test(rule.id)));
}
