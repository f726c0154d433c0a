import type { Endpoint } from '../../http/endpoint.ts';
import type { HttpError, Problem } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { ErrorAnswer } from '../../http/service.ts';
import type { AllCallFacts } from '../audit/call-facts.ts';
import type { Era } from '../eras/era.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { JSON_TYPE, linkFields, scopeFields } from './answer.ts';
import { restRoot } from './documentation.ts';
import { type FieldError, fieldError, keysNotPermitted, Refusal, validationFailed } from './errors.ts';

/** Renders refusals, our own and the kernel's, as the API words them. */
export function createErrorRenderer(service: {
  readonly endpoints: readonly Endpoint[];
  readonly facts: AllCallFacts;
  readonly era: Era;
  readonly lifecycle: Lifecycle;
}) {
  const { era } = service;
  const pages = new Map<string, string>();
  for (const { path, methods, documentation } of service.endpoints)
    for (const method of methods) if (documentation) pages.set(`${method} ${path}`, documentation);

  const pageOf = ({ method, template }: Exchange) =>
    pages.get(`${method === 'HEAD' ? 'GET' : method} ${template}`) ?? restRoot;

  return (error: HttpError, exchange: Exchange | undefined): ErrorAnswer => {
    const refusal = error instanceof Refusal ? error : toRefusal(error, exchange);
    if (exchange && refusal.quota) service.facts.note(exchange, { quota: refusal.quota });
    const own = exchange
      ? [...scopeFields(service.facts, exchange), ...linkFields(service, exchange, undefined)]
      : [];
    const fields = [...refusal.fields, ...own];
    if (typeof refusal.body === 'string')
      return { fields: [['Content-Type', 'text/html; charset=utf-8'], ...fields], content: refusal.body };
    const body = refusal.body ?? {
      message: refusal.message,
      ...(refusal.errors.length > 0 && { errors: refusal.errors }),
      documentation_url: era.documentation(refusal.documentation ?? (exchange ? pageOf(exchange) : restRoot)),
    };
    return {
      fields: [JSON_TYPE, ...fields],
      content: JSON.stringify(body),
    };
  };
}

/** The kernel's refusals in the API's words. */
function toRefusal(error: HttpError, exchange: Exchange | undefined): Refusal {
  switch (bodyProblem(error.extra)) {
    case 'syntax':
      return new Refusal(error.status, 'Problems parsing JSON');
    case 'not-an-object':
      return new Refusal(error.status, 'Body should be a JSON object');
    case 'schema':
      return toValidationRefusal(error.problems, resourceOf(exchange));
    default:
      return new Refusal(error.status, error.message, { fields: error.fields, documentation: restRoot });
  }
}

function bodyProblem(extra: unknown): unknown {
  return typeof extra === 'object' && extra !== null && 'kind' in extra ? extra.kind : undefined;
}

/** Compat: every error of the interface is about an `OauthAccess`, but a user that cannot be made is a `User`. */
function resourceOf(exchange: Exchange | undefined): FieldError['resource'] {
  return exchange?.template === '/api/v3/admin/users' ? 'User' : 'OauthAccess';
}

function toValidationRefusal(problems: readonly Problem[], resource: FieldError['resource']): Refusal {
  const strays = problems.filter(({ keyword }) => keyword === 'additionalProperties');
  if (strays.length > 0) return keysNotPermitted(strays.map(({ name }) => name).sort());
  const errors = new Map<string, FieldError>();
  for (const { name, keyword } of problems) {
    if (!errors.has(name))
      errors.set(name, fieldError(name, keyword === 'required' ? 'missing_field' : 'invalid', { resource }));
  }
  return validationFailed([...errors.values()]);
}
