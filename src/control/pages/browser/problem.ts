import { byId } from '#pages/browser/elements.ts';

/** Shows an error at the top of the page. */
export function showProblem(error: unknown): void {
  const problem = byId('problem');
  problem.textContent = error instanceof Error ? error.message : String(error);
  problem.hidden = false;
  delete problem.dataset.refresh;
}

export function hideProblem(): void {
  byId('problem').hidden = true;
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

/**
 * Reads what the page shows, repeatedly. The error of a reading is hidden by the next one that succeeds; the error of an action of
 * the user stays until their next action.
 */
export async function attemptRefresh(read: () => Promise<unknown>): Promise<void> {
  const problem = byId('problem');
  try {
    await read();
    if (problem.dataset.refresh !== undefined) hideProblem();
  } catch (error) {
    showProblem(error);
    problem.dataset.refresh = 'failed';
  }
}
