import { emptyResponse, TextContent } from '#http/message/response.ts';
import type { Credentials, ServiceDocumentation } from '#http/routing/service-documentation.ts';
import { ControlProblem } from './api/control-problem.ts';

/** @param hasOwnPort whether the control API has a port of its own. */
export function describeControl(version: string, hasOwnPort: boolean): ServiceDocumentation {
  return {
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
      ...(hasOwnPort && {
        303: emptyResponse('The root of the control port redirects to the inspector.'),
      }),
      308: emptyResponse('A redirect from a path with a slash at the end to the path without it.'),
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
