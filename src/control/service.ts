import type { ClientAddress } from '#accounts/domain/request/client-address.ts';
import { methodNotAllowed, notFound } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { emptyResponse, TextContent } from '#http/message/response.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import type { Credentials } from '#http/routing/service-documentation.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { reasonPhrase } from '#http/transport/node-http.ts';
import { LiveFeed } from '#journal/reading/live-feed.ts';
import { negotiateErrorPage } from '#pages/error-page.ts';
import { Navigation } from '#pages/navigation.ts';
import { prefersPage } from '#pages/prefers-page.ts';
import { NODE_FIELD, type NodeView, toNodeMember } from '#shared/node.ts';
import type { SharedState } from '#shared/shared-state.ts';
import { ControlProblem, toControlProblem } from './api/control-problem.ts';
import { endpoints } from './api/endpoints/index.ts';
import { toHttpError } from './api/errors.ts';
import { readLatestBins } from './api/latest-bins.ts';
import { createPageToken } from './api/page-token.ts';
import { requiresToken, type TokenSettings } from './api/token-requirement.ts';
import { createAccess, type PageAccess } from './context/access.ts';
import type { ControlContext } from './context/context.ts';
import { createScriptLoader } from './context/script-loader.ts';
import { PAGES } from './pages/page-list.ts';

export interface ControlServiceOptions
  extends Omit<ControlContext, 'liveFeed' | 'acquireFeed' | 'pages' | 'isLocal'> {
  readonly clientAddress: ClientAddress;
  readonly shared: Pick<SharedState, 'attach' | 'server' | 'worker' | 'tryAcquire'>;
  readonly settings: TokenSettings;
  /** Another token, which the commands of the user who started the server have. */
  readonly commandToken: string | undefined;
}

export interface ControlService {
  readonly service: Service;
  /** Whether the request has the form of one of this machine. */
  isLocal(exchange: Exchange): boolean;
  /** Whether a request to another service may show what the control API has, as `isReader` of its access. */
  isReader(exchange: Exchange): boolean;
  /** The latest bins for a page of another service at the same port; undefined for a reader who may not see them. */
  latestBins(exchange: Exchange): Promise<Awaited<ReturnType<typeof readLatestBins>> | undefined>;
}

export const CONTROL_PREFIX = '/_sparring';

/** The control API at `/_sparring`, for tests and operators. */
export function createControlService(options: ControlServiceOptions): ControlService {
  const { settings, operations } = options;
  const { runtime, version } = operations;
  const pageToken = createPageToken(options.shared, runtime);
  const access = createAccess({
    ...options,
    controlToken: settings.controlToken,
    requiresToken: requiresToken(settings),
    hasOwnPort: settings.controlPort !== undefined,
    pageToken: pageToken.current,
  });
  const context: ControlContext = {
    ...options,
    isLocal: access.isLocal,
    liveFeed: new LiveFeed(runtime),
    acquireFeed: () => options.shared.tryAcquire('live feed', MAX_STREAMS),
    pages: { token: pageToken.read, isToken: access.isFormToken, scripts: createScriptLoader() },
  };
  /** The node of responses about what it has for itself, to authenticated callers. */
  const named = new WeakMap<Exchange, NodeView>();
  /** The kind of access to the endpoint of an exchange. */
  const kinds = new WeakMap<Exchange, Endpoint['access']>();
  function authenticate(exchange: Exchange, endpoint: Endpoint): PageAccess | undefined {
    kinds.set(exchange, endpoint.access);
    const isPage =
      endpoint.access === 'page' ||
      (endpoint.access === 'page or data' && prefersPage(exchange.field('Accept')));
    if (isPage) return access.checkPage(exchange);
    if (endpoint.access === 'form') access.checkForm(exchange);
    else if (endpoint.access === 'script') access.checkScript(exchange);
    else access.check(exchange);
    return undefined;
  }

  const service: Service = {
    name: 'control',
    documentation: {
      title: 'Control API',
      version,
      description:
        'Controls a running server: data, clock, rules, journal and audit. For programs on this machine unless the server has a control token, for clients with the token, and for its own pages; never for other web pages.',
      isClosedToPages: true,
      security: {
        default: {
          description:
            'None for programs on this machine, unless the server has a control token; the control token for all other clients.',
          schemes: {
            controlToken: { type: 'http', scheme: 'bearer', description: 'The setting `control-token`.' },
          },
          isOptional: true,
        },
        page: pageCredentials,
        'page or data': pageCredentials,
        script: {
          description: 'None: only for pages of this server, and for programs on this machine.',
          schemes: {},
          isOptional: true,
        },
        form: {
          description: 'None: only forms of the pages of this server, in a browser on this machine.',
          schemes: {},
          isOptional: true,
        },
      },
      tags: {
        Pages: 'The inspector of requests, and the control panel.',
        Server: 'The state and health of the server.',
        Data: 'Seeds, snapshots, messages and one-time passwords.',
        Time: 'The clock, and the lifecycle of the API that follows it.',
        Bins: 'Separate scopes of the testing service, with requests, rules and a default response of their own.',
        Journal: 'The recorded requests of the testing service.',
        Rules: 'Errors, delays and faults for selected requests.',
        Labs: 'The keys of the labs with memory, and the attempts at each key.',
        Audit: 'The recorded calls.',
      },
      errorContent: { 'application/problem+json': ControlProblem, 'text/html': TextContent },
      otherResponses: {
        204: emptyResponse('The response to OPTIONS.'),
        ...(settings.controlPort !== undefined && {
          303: emptyResponse('The root of the control port redirects to the inspector.'),
        }),
        308: emptyResponse('A redirect from a path with a slash at the end to the path without it.'),
      },
    },
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
      commonFields(exchange, status) {
        const node = exchange && named.get(exchange);
        const kind = status < 400 && exchange ? kinds.get(exchange) : undefined;
        return [
          ...COMMON_FIELDS,
          // A script has the field of its representation.
          ...(kind === 'script' ? [] : NOT_STORED),
          // Errors are pages or JSON at each path, and have the field themselves.
          ...(kind === 'page or data' ? VARYING : []),
          ...(node ? [[NODE_FIELD, node.name] as const] : []),
        ];
      },
      renderError(error, exchange) {
        const { fields, content } = negotiateErrorPage(error, exchange, () => ({
          fields: [['Content-Type', 'application/problem+json'], ...error.fields],
          content: toJson({
            ...toControlProblem(error),
            ...toNodeMember(exchange && named.get(exchange)),
          }),
        }));
        // The service adds `X-Content-Type-Options` to every response.
        return { fields: fields.filter(([name]) => name !== 'X-Content-Type-Options'), content };
      },
    },
    fallback: {
      options(exchange, allow) {
        access.check(exchange);
        exchange.empty(204, [['Allow', allow]]);
      },
      unmatched(exchange, allow) {
        access.check(exchange);
        throw allow === undefined ? notFound() : methodNotAllowed(allow);
      },
    },
    toHttpError,
    async close() {
      context.metrics.close();
      await context.operations.snapshots.close();
    },
    authenticate(exchange, endpoint) {
      const caller = authenticate(exchange, endpoint);
      const node = endpoint.nodeState === undefined ? undefined : operations.findNode();
      if (node && caller !== 'shell') named.set(exchange, node);
      return caller;
    },
  };
  return {
    service,
    isLocal: access.isLocal,
    isReader: access.isReader,
    latestBins: async (exchange) => {
      const isShown = settings.controlPort === undefined && access.isViewer(exchange);
      return isShown ? readLatestBins(operations) : undefined;
    },
  };
}

const pageCredentials: Credentials = {
  description:
    'None for browsers on this machine, unless the server has a control token; otherwise the page asks for it.',
  schemes: {
    controlToken: { type: 'http', scheme: 'bearer', description: 'The setting `control-token`.' },
  },
  isOptional: true,
};

/** Indented, for use with curl. */
function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Maximum number of readers of the live journal, in all workers. */
const MAX_STREAMS = 20;

const NOT_STORED: Fields = [['Cache-Control', 'no-store']];
const VARYING: Fields = [['Vary', 'Accept']];

const COMMON_FIELDS: Fields = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  // The status depends on the origin of the caller.
  ['Vary', 'Origin'],
];
