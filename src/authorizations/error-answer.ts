import type { Endpoint } from '../http/endpoint.ts';
import type { HttpError, Problem } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ErrorAnswer } from '../http/service.ts';
import { linkFields } from './answer.ts';
import { restRoot } from './documentation.ts';
import { type FieldError, fieldError, keyNotPermitted, Refusal, validationFailed } from './errors.ts';

/** Renders refusals, our own and the kernel's, as the API words them. */
export function createErrorRenderer(service: {
  readonly endpoints: readonly Endpoint[];
  readonly deprecationFields: boolean;
}) {
  const pages = new Map<string, string>();
  for (const { path, methods, documentation } of service.endpoints)
    for (const method of methods) if (documentation) pages.set(`${method} ${path}`, documentation);

  const pageOf = ({ method, template }: Exchange) =>
    pages.get(`${method === 'HEAD' ? 'GET' : method} ${template}`) ?? restRoot;

  return (error: HttpError, exchange: Exchange | undefined): ErrorAnswer => {
    const refusal = error instanceof Refusal ? error : toRefusal(error);
    const links = exchange ? linkFields(service, exchange, undefined) : [];
    if (refusal.html !== undefined)
      return { fields: [['Content-Type', 'text/html; charset=utf-8'], ...links], content: refusal.html };
    return {
      fields: [['Content-Type', 'application/json; charset=utf-8'], ...refusal.fields, ...links],
      content: JSON.stringify({
        message: refusal.message,
        ...(refusal.errors.length > 0 && { errors: refusal.errors }),
        documentation_url: refusal.documentation ?? (exchange ? pageOf(exchange) : restRoot),
      }),
    };
  };
}

/** The kernel's refusals in the API's words. */
function toRefusal(error: HttpError): Refusal {
  switch (bodyProblem(error.extra)) {
    case 'syntax':
      return new Refusal(error.status, 'Problems parsing JSON');
    case 'not-an-object':
      return new Refusal(error.status, 'Body should be a JSON object');
    case 'schema':
      return toValidationRefusal(error.problems);
    default:
      return new Refusal(error.status, error.message, { fields: error.fields, documentation: restRoot });
  }
}

function bodyProblem(extra: unknown): unknown {
  return typeof extra === 'object' && extra !== null && 'kind' in extra ? extra.kind : undefined;
}

function toValidationRefusal(problems: readonly Problem[]): Refusal {
  const stray = problems.find(({ keyword }) => keyword === 'additionalProperties');
  if (stray) return keyNotPermitted(stray.name);
  const errors = new Map<string, FieldError>();
  for (const { name, keyword } of problems) {
    if (!errors.has(name))
      errors.set(name, fieldError(name, keyword === 'required' ? 'missing_field' : 'invalid'));
  }
  return validationFailed([...errors.values()]);
}
