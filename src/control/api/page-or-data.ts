import type { Exchange } from '#http/message/exchange.ts';
import {
  describedResponse,
  isDescribed,
  type ResponseDeclaration,
  TextContent,
} from '#http/message/response.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { PageAccess } from '../context/access.ts';
import type { ControlContext } from '../context/context.ts';

export interface PageCall {
  readonly exchange: Exchange;
  readonly service: ControlContext;
  /** What the page may contain. */
  readonly access: PageAccess;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An endpoint whose URL is a page in a browser, and JSON for programs. */
export function pageOrData(data: Endpoint, send: (call: PageCall) => Promise<void>): Endpoint {
  return {
    ...data,
    access: 'page or data',
    responses: { ...data.responses, 200: withPage(data.responses[200]) },
    handle(call) {
      const { exchange, service, caller, params } = call as Parameters<Endpoint['handle']>[0] & {
        service: ControlContext;
        caller: PageAccess | undefined;
        params: PageCall['params'];
      };
      return caller === undefined ? data.handle(call) : send({ exchange, service, access: caller, params });
    },
  };
}

function withPage(response: ResponseDeclaration | undefined): ResponseDeclaration {
  if (response === undefined || typeof response === 'string')
    throw new Error('The endpoint has no content that a page could show');
  const content = isDescribed(response) ? response.content : { 'application/json': response };
  return describedResponse('JSON, or a page for a browser.', { ...content, 'text/html': TextContent });
}
