export interface StatusChoice {
  readonly status: number;
  readonly weight: number;
}

/**
 * The codes of `/status/{codes}`: one, or several between commas, each with a weight behind a colon or without.
 * Undefined when the text is not such a list, or nothing in it can be chosen.
 * Compat: a code that stands alone takes no weight.
 */
export function parseStatusChoices(text: string): StatusChoice[] | undefined {
  const parts = text.split(',');
  if (parts.length === 1) return isCode(text) ? [{ status: Number(text), weight: 1 }] : undefined;
  const choices: StatusChoice[] = [];
  for (const part of parts) {
    const [code = '', weight = '1', ...rest] = part.split(':');
    if (!isCode(code) || !isWeight(weight) || rest.length > 0) return undefined;
    choices.push({ status: Number(code), weight: Number(weight) });
  }
  const total = sum(choices);
  return total > 0 && Number.isFinite(total) ? choices : undefined;
}

/**
 * The status on which a point between 0 and 1 falls, when each choice has a stretch as long as its weight.
 * @throws Error when there is nothing to choose from.
 */
export function chooseStatus(choices: readonly StatusChoice[], point: number): number {
  const possible = choices.filter(({ weight }) => weight > 0);
  let left = point * sum(possible);
  // Rounding may leave the point at the very end, on none: then it is the last.
  const chosen = possible.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  const found = chosen ?? possible.at(-1);
  if (!found) throw new Error('There is no status to choose from');
  return found.status;
}

function sum(choices: readonly StatusChoice[]): number {
  return choices.reduce((total, { weight }) => total + weight, 0);
}

/** Compat: Python's `int` takes a sign, and space around the digits. */
function isCode(text: string): boolean {
  return /^\s*[+-]?\d+\s*$/.test(text);
}

/** A decimal number that is not negative, as Python's `float` reads it. */
function isWeight(text: string): boolean {
  return /^\s*\+?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text);
}
