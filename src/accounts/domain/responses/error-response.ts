import type { ErrorResponse, HttpError, Problem } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import { restRoot } from '../errors/documentation.ts';
import {
  ApiError,
  type FieldError,
  fieldError,
  keysNotPermitted,
  validationFailed,
} from '../errors/errors.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { ReleaseProfile } from '../release-profiles/release-profile.ts';
import type { RequestStates } from '../request/request-state.ts';
import { JSON_TYPE, linkFields, scopeFields } from './respond.ts';

/** Renders the errors of the API and of the kernel. */
export function createErrorRenderer(service: {
  readonly endpoints: readonly Endpoint[];
  readonly requestStates: RequestStates;
  readonly release: ReleaseProfile;
  readonly lifecycle: Lifecycle;
}) {
  const { release } = service;
  const pages = new Map<string, string>();
  for (const { path, methods, documentation } of service.endpoints)
    for (const method of methods) if (documentation) pages.set(`${method} ${path}`, documentation);

  const pageOf = ({ method, route }: Exchange) =>
    pages.get(`${method === 'HEAD' ? 'GET' : method} ${route.template}`) ?? restRoot;

  const toErrorOfRelease = (error: FieldError): FieldError =>
    error.field === 'note' ? { ...error, field: release.noteField } : error;

  return (error: HttpError, exchange: Exchange | undefined): ErrorResponse => {
    const apiError = error instanceof ApiError ? error : toApiError(error, exchange);
    const common = exchange
      ? [...scopeFields(service.requestStates, exchange), ...linkFields(service, exchange, undefined)]
      : [];
    const fields = [...apiError.fields, ...common];
    if (typeof apiError.body === 'string')
      return { fields: [['Content-Type', 'text/html; charset=utf-8'], ...fields], content: apiError.body };
    const body = apiError.body ?? {
      message: apiError.message,
      ...(apiError.errors.length > 0 && { errors: apiError.errors.map(toErrorOfRelease) }),
      documentation_url: release.documentation(
        apiError.documentation ?? (exchange ? pageOf(exchange) : restRoot),
      ),
    };
    return {
      fields: [JSON_TYPE, ...fields],
      content: JSON.stringify(body),
    };
  };
}

/** An error of the kernel as an error of the API. */
function toApiError(error: HttpError, exchange: Exchange | undefined): ApiError {
  switch (bodyProblem(error.extra)) {
    case 'syntax':
      return new ApiError(error.status, 'Problems parsing JSON');
    case 'not-an-object':
      return new ApiError(error.status, 'Body should be a JSON object');
    case 'schema':
      return createValidationError(error.problems, resourceOf(exchange));
    default:
      return new ApiError(error.status, error.message, { fields: error.fields, documentation: restRoot });
  }
}

function bodyProblem(extra: unknown): unknown {
  return typeof extra === 'object' && extra !== null && 'kind' in extra ? extra.kind : undefined;
}

/** Compat: the resource of every error is `OauthAccess`, except `User` when a user cannot be created. */
function resourceOf(exchange: Exchange | undefined): FieldError['resource'] {
  return exchange?.route.template === '/api/v3/admin/users' ? 'User' : 'OauthAccess';
}

function createValidationError(problems: readonly Problem[], resource: FieldError['resource']): ApiError {
  const unknown = problems.filter(({ keyword }) => keyword === 'additionalProperties');
  if (unknown.length > 0) return keysNotPermitted(unknown.map(({ name }) => name).sort());
  const errors = new Map<string, FieldError>();
  for (const { name, keyword } of problems) {
    if (!errors.has(name))
      errors.set(name, fieldError(name, keyword === 'required' ? 'missing_field' : 'invalid', { resource }));
  }
  return validationFailed([...errors.values()]);
}
