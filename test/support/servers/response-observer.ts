import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { channels, type ExchangeStart, type ParserErrorResponse } from '#http/routing/diagnostics.ts';
import { isJson } from '../wire/media-type.ts';
import type { ObservedResponse, ResponseValidator } from './response-validator.ts';

/** Responses of servers in this process that do not match the OpenAPI document of their service. */
export interface ResponseObserver {
  /** Number of validated responses. */
  readonly count: number;
  /** One line for each kind of mismatch since the last call, with an example. */
  take(): string[];
  stop(): void;
}

const require = createRequire(import.meta.url);

/** Loads the validator with the first response: loading takes longer than a small test file. */
function loadValidator(): ResponseValidator {
  const module: typeof import('./response-validator.ts') = require('./response-validator.ts');
  return module.createResponseValidator();
}

/** Maximum number of bytes of JSON that are kept for validation. */
const MAX_CONTENT = 4 * 1024 * 1024;

/** Observes every response of every server that runs in this process. */
export function observeResponses(input?: ResponseValidator): ResponseObserver {
  let validator = input;
  const mismatches = new Map<string, { count: number; example: string }>();
  let count = 0;

  /** An error here would end the process, since no test waits for it. */
  function problemOf(response: ObservedResponse): string | undefined {
    try {
      validator ??= loadValidator();
      return validator.problemOf(response);
    } catch (error) {
      return `the document cannot be used: ${error}`;
    }
  }

  function check(response: ObservedResponse, example: string): void {
    // The endpoints of the kernel's own tests, and the ports of conformance cases, declare nothing.
    if (response.service.name === 'toy' || response.service.name === 'conformance') return;
    count++;
    const problem = problemOf(response);
    if (problem === undefined) return;
    const {
      service,
      operation,
      template = '(no operation)',
      status,
      contentType = 'no content type',
    } = response;
    const kind = `${service.name}: ${operation} ${template} answers ${status}, ${contentType}: ${problem}`;
    const mismatch = mismatches.get(kind) ?? { count: 0, example };
    mismatches.set(kind, mismatch);
    mismatch.count++;
  }

  function onStart(message: unknown): void {
    if (!isExchangeStart(message)) return;
    const { exchange, route } = message;
    capture(exchange.nodeResponse, (captured) => {
      // No document describes the responses of rules.
      if (exchange.respondingRule !== undefined) return;
      const { method } = exchange;
      const byMethod = route.redirect ? undefined : route.byMethod;
      const endpoint = (byMethod?.get(method) ?? (method === 'OPTIONS' ? undefined : byMethod?.get('*')))
        ?.endpoint;
      const declared: readonly string[] = endpoint?.methods ?? [];
      const ofGet = method === 'HEAD' ? 'GET' : '*';
      check(
        {
          ...captured,
          service: route.service,
          template: endpoint?.path,
          operation: endpoint && !declared.includes(method) ? ofGet : method,
          method,
        },
        `${method} ${exchange.request.url?.slice(0, 200)}`,
      );
    });
  }

  function onParserError(message: unknown): void {
    if (!isParserErrorResponse(message)) return;
    const { service, status, fields, content } = message;
    const contentType = fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const none = { template: undefined, operation: 'GET', method: 'GET', contentEncoding: undefined };
    check(
      { ...none, service, status, contentType, content: Buffer.from(content) },
      'a request that could not be read',
    );
  }

  subscribe(channels.exchangeStart, onStart);
  subscribe(channels.parserErrorResponse, onParserError);
  return {
    get count() {
      return count;
    },
    take() {
      const lines = [...mismatches].map(
        ([kind, { count, example }]) => `${kind} (${count} times, such as ${example})`,
      );
      mismatches.clear();
      return lines.sort();
    },
    stop() {
      unsubscribe(channels.exchangeStart, onStart);
      unsubscribe(channels.parserErrorResponse, onParserError);
    },
  };
}

type Captured = Pick<ObservedResponse, 'status' | 'contentType' | 'contentEncoding' | 'content'>;

/** Reports the written bytes when the response is complete. */
function capture(nodeResponse: ServerResponse, report: (captured: Captured) => void): void {
  let [status, contentType, contentEncoding]: [number, string | undefined, string | undefined] = [
    0,
    undefined,
    undefined,
  ];
  let [length, isEnding, isEnded] = [0, false, false];
  const chunks: Buffer[] = [];

  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    const bytes =
      typeof chunk === 'string' ? Buffer.from(chunk, encoding === 'latin1' ? 'latin1' : 'utf8') : chunk;
    length += bytes.length;
    if (isJson(contentType) && length <= MAX_CONTENT) chunks.push(Buffer.from(bytes));
  };

  wrap(nodeResponse, 'writeHead', (input) => {
    status = Number(input[0]);
    contentType = fieldOf(input.at(-1), 'content-type');
    contentEncoding = fieldOf(input.at(-1), 'content-encoding');
  });
  wrap(nodeResponse, 'write', (input) => {
    // On HTTP/2, the end of a response writes its argument.
    if (!isEnding) keep(input[0], input[1]);
  });
  wrap(nodeResponse, 'end', (input) => {
    isEnding = true;
    isEnded = true;
    keep(input[0], input[1]);
  });
  nodeResponse.once('close', () => {
    if (!isEnded || status === 0) return;
    const isWhole = length === 0 || (chunks.length > 0 && length <= MAX_CONTENT);
    report({ status, contentType, contentEncoding, content: isWhole ? Buffer.concat(chunks) : undefined });
  });
}

/** Calls `before` with the arguments of each call of the method. */
function wrap(
  nodeResponse: ServerResponse,
  name: 'writeHead' | 'write' | 'end',
  before: (input: unknown[]) => void,
): void {
  const original: unknown = Reflect.get(nodeResponse, name);
  if (typeof original !== 'function') throw new TypeError(`A response has no ${name}`);
  Reflect.set(nodeResponse, name, (...input: unknown[]) => {
    before(input);
    return Reflect.apply(original, nodeResponse, input);
  });
}

/** The value of a header, from pairs or, on HTTP/2, from an object. */
function fieldOf(fields: unknown, name: string): string | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined;
  const pairs: unknown[] = Array.isArray(fields) ? fields : Object.entries(fields);
  for (const pair of pairs)
    if (Array.isArray(pair) && String(pair[0]).toLowerCase() === name) return String(pair[1]);
  return undefined;
}

function isExchangeStart(message: unknown): message is ExchangeStart {
  return typeof message === 'object' && message !== null && 'exchange' in message && 'route' in message;
}

function isParserErrorResponse(message: unknown): message is ParserErrorResponse {
  return typeof message === 'object' && message !== null && 'service' in message && 'content' in message;
}
