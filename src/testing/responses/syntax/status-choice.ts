export interface StatusChoice {
  readonly status: number;
  readonly weight: number;
}

/**
 * Parses the codes of `/status/{codes}`: one code, or a comma-separated list in which each code may have a weight after
 * a colon. Returns undefined for an invalid list, or when the total weight is zero.
 * Compat: a single code has no weight.
 */
export function parseStatusChoices(text: string): StatusChoice[] | undefined {
  const items = text.split(',');
  if (items.length === 1) return isCode(text) ? [{ status: Number(text), weight: 1 }] : undefined;
  const choices: StatusChoice[] = [];
  for (const item of items) {
    const [code = '', weight = '1', ...rest] = item.split(':');
    if (!isCode(code) || !isWeight(weight) || rest.length > 0) return undefined;
    choices.push({ status: Number(code), weight: Number(weight) });
  }
  const total = sum(choices);
  return total > 0 && Number.isFinite(total) ? choices : undefined;
}

/**
 * Selects a status in proportion to the weights.
 * @param fraction returns a number from 0 to 1; called only when there are several statuses.
 * @throws Error for an empty list.
 */
export function chooseStatus(choices: readonly StatusChoice[], fraction: () => number): number {
  const [only] = choices;
  if (only && choices.length === 1) return only.status;
  const possible = choices.filter(({ weight }) => weight > 0);
  let remaining = fraction() * sum(possible);
  // Rounding may place the number after the last status.
  const chosen = possible.find(({ weight }) => {
    remaining -= weight;
    return remaining < 0;
  });
  const found = chosen ?? possible.at(-1);
  if (!found) throw new Error('There is no status to select');
  return found.status;
}

function sum(choices: readonly StatusChoice[]): number {
  return choices.reduce((total, { weight }) => total + weight, 0);
}

/** Compat: Python's `int` accepts a sign and surrounding spaces. */
function isCode(text: string): boolean {
  return /^\s*[+-]?\d+\s*$/.test(text);
}

/** A non-negative decimal number in the syntax of Python's `float`. */
function isWeight(text: string): boolean {
  return /^\s*\+?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text);
}
