import { find } from '../../../../http/pages/browser/elements.ts';

/** Shows an error at the top of the page. */
export function showProblem(error: unknown): void {
  const problem = find(document, '#problem', HTMLElement);
  problem.textContent = error instanceof Error ? error.message : String(error);
  problem.hidden = false;
}

export function hideProblem(): void {
  find(document, '#problem', HTMLElement).hidden = true;
}

/** Runs an action, and shows its error. */
export async function attempt(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
    hideProblem();
  } catch (error) {
    showProblem(error);
  }
}
