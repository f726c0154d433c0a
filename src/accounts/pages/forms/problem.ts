/** Why a submitted form is rejected, as its page shows it, and the status of the page. */
export interface FormProblem {
  readonly problem: string;
  readonly status: 403 | 422 | 429;
  /** Id of the control whose value is rejected. Without it, the problem is one of the whole form. */
  readonly field?: string | undefined;
}

/** The problem of the value of a control. */
export function invalidField(field: string, problem: string): FormProblem {
  return { field, problem, status: 422 };
}

/** The error to show at the control with this id. */
export function errorAt(rejected: FormProblem | undefined, id: string): string | undefined {
  return rejected?.field === id ? rejected.problem : undefined;
}
