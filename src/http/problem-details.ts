import type { HttpError, Problem } from './errors.ts';
import { reasonPhrase } from './fields.ts';

/** A refusal for machines (RFC 9457). */
export interface ProblemDetails {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly Problem[] | undefined;
}

export function toProblemDetails({ status, message, problems }: HttpError): ProblemDetails {
  return {
    type: 'about:blank',
    title: reasonPhrase(status),
    status,
    detail: message,
    errors: problems.length > 0 ? problems : undefined,
  };
}
