import type { ClientAddress } from '#accounts/domain/request/client-address.ts';
import { Semaphore } from '#concurrency.ts';
import { type ErrorResponse, type HttpError, methodNotAllowed, notFound } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import type { ServiceDocumentation } from '#http/routing/service-documentation.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { LiveFeed } from '#journal/reading/live-feed.ts';
import { negotiateErrorPage } from '#pages/error-page.ts';
import { Navigation } from '#pages/navigation.ts';
import { prefersPage } from '#pages/prefers-page.ts';
import type { SharedState } from '#shared/shared-state.ts';
import { toControlProblem } from './api/control-problem.ts';
import { endpoints } from './api/endpoints/index.ts';
import { toHttpError } from './api/errors.ts';
import { type LatestBins, readLatestBins } from './api/latest-bins.ts';
import { createPageToken } from './api/page-token.ts';
import { requiresToken, type TokenSettings } from './api/token-requirement.ts';
import { type Access, createAccess, type PageAccess } from './context/access.ts';
import type { ControlContext } from './context/context.ts';
import { createScriptLoader } from './context/script-loader.ts';
import { describeControl } from './documentation.ts';
import type { OperationContext } from './operations/declaration/context.ts';
import { PAGES } from './pages/page-list.ts';

export interface ControlServiceOptions
  extends Omit<ControlContext, 'liveFeed' | 'acquireFeed' | 'pages' | 'isLocal'> {
  readonly clientAddress: ClientAddress;
  readonly shared: Pick<SharedState, 'attach' | 'server' | 'worker'>;
  readonly settings: TokenSettings;
  /** Another token, which the commands of the user who started the server have. */
  readonly commandToken: string | undefined;
}

export const CONTROL_PREFIX = '/_sparring';

/** The control API at `/_sparring`, for tests and operators. */
export class ControlService {
  readonly service: Service;
  readonly #operations: OperationContext;
  readonly #settings: TokenSettings;
  readonly #access: Access;
  /** The kind of access to the endpoint of an exchange. */
  readonly #kinds = new WeakMap<Exchange, Endpoint['access']>();

  constructor(options: ControlServiceOptions) {
    const { settings, operations, shared } = options;
    const { runtime, version } = operations;
    const hasOwnPort = settings.controlPort !== undefined;
    const pageToken = createPageToken(shared, runtime);
    this.#operations = operations;
    this.#settings = settings;
    this.#access = createAccess({
      ...options,
      controlToken: settings.controlToken,
      requiresToken: requiresToken(settings),
      hasOwnPort,
      pageToken: pageToken.current,
    });
    const { isLocal, isFormToken } = this.#access;
    const feeds = new Semaphore(MAX_STREAMS);
    const context: ControlContext = {
      ...options,
      isLocal,
      liveFeed: new LiveFeed(runtime),
      acquireFeed: () => feeds.tryAcquire(),
      pages: { token: pageToken.read, isToken: isFormToken, scripts: createScriptLoader() },
    };
    this.service = this.#createService(context, describeControl(version, hasOwnPort));
  }

  /** Whether the request has the form of one of this machine. */
  isLocal(exchange: Exchange): boolean {
    return this.#access.isLocal(exchange);
  }

  /** Whether a request to another service may show what the control API has, as `isReader` of its access. */
  isReader(exchange: Exchange): boolean {
    return this.#access.isReader(exchange);
  }

  /** The latest bins for a page of another service at the same port; undefined for a reader who may not see them. */
  async latestBins(exchange: Exchange): Promise<LatestBins | undefined> {
    const isShown = this.#settings.controlPort === undefined && this.#access.isViewer(exchange);
    return isShown ? readLatestBins(this.#operations) : undefined;
  }

  #createService(context: ControlContext, documentation: ServiceDocumentation): Service {
    return {
      name: 'control',
      documentation,
      prefix: CONTROL_PREFIX,
      pathDecoding: 'segment',
      endpoints,
      // A parameter that is ignored, or the value of a variable that is not set, would select everything.
      strictQuery: 'non-empty',
      extension: new Navigation(PAGES),
      // Hanging requests of other services must not lock out the operator who wants to end them.
      isUnlimited: true,
      inScopes: 'outside',
      redirectsSlash: true,
      // Requires the token, which no page of an attacker has.
      anyHost: 'with-credentials',
      context,
      format: {
        jsonType: 'application/json',
        reasonPhrase,
        toJson,
        commonFields: (exchange, status) => this.#commonFields(exchange, status),
        renderError: (error, exchange) => this.#renderError(error, exchange),
      },
      fallback: {
        options: (exchange, allow) => {
          this.#access.check(exchange);
          exchange.empty(204, [['Allow', allow]]);
        },
        unmatched: (exchange, allow) => {
          this.#access.check(exchange);
          throw allow === undefined ? notFound() : methodNotAllowed(allow);
        },
      },
      toHttpError,
      async close() {
        context.metrics.close();
        await context.operations.snapshots.close();
      },
      authenticate: (exchange, endpoint) => this.#authenticate(exchange, endpoint),
    };
  }

  #authenticate(exchange: Exchange, endpoint: Endpoint): PageAccess | undefined {
    this.#kinds.set(exchange, endpoint.access);
    const isPage =
      endpoint.access === 'page' ||
      (endpoint.access === 'page or data' && prefersPage(exchange.field('Accept')));
    if (isPage) return this.#access.checkPage(exchange);
    if (endpoint.access === 'form') this.#access.checkForm(exchange);
    else if (endpoint.access === 'script') this.#access.checkScript(exchange);
    else this.#access.check(exchange);
    return undefined;
  }

  #commonFields(exchange: Exchange | undefined, status: number): Fields {
    const kind = status < 400 && exchange ? this.#kinds.get(exchange) : undefined;
    return [
      ...COMMON_FIELDS,
      // A script has the field of its representation.
      ...(kind === 'script' ? [] : NOT_STORED),
      // Errors are pages or JSON at each path, and have the field themselves.
      ...(kind === 'page or data' ? VARYING : []),
    ];
  }

  #renderError(error: HttpError, exchange: Exchange | undefined): ErrorResponse {
    const { fields, content } = negotiateErrorPage(error, exchange, () => ({
      fields: [['Content-Type', 'application/problem+json'], ...error.fields],
      content: toJson(toControlProblem(error)),
    }));
    // The service adds `X-Content-Type-Options` to every response.
    return { fields: fields.filter(([name]) => name !== 'X-Content-Type-Options'), content };
  }
}

/** Indented, for use with curl. */
function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Maximum number of readers of the live journal in one process. */
const MAX_STREAMS = 20;

const NOT_STORED: Fields = [['Cache-Control', 'no-store']];
const VARYING: Fields = [['Vary', 'Accept']];

const COMMON_FIELDS: Fields = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  // The status depends on the origin of the caller.
  ['Vary', 'Origin'],
];
