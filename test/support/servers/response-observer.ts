import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { channels, type ExchangeStart, type ParserErrorResponse } from '#http/routing/diagnostics.ts';
import { findField } from '#http/syntax/fields.ts';
import type { WireExchange } from '#wire/port.ts';
import type { WireFields } from '#wire/response.ts';
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
    capture(exchange.wire, (captured) => {
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
        `${method} ${exchange.head.target.slice(0, 200)}`,
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
function capture(wire: WireExchange, report: (captured: Captured) => void): void {
  let [contentType, contentEncoding]: (string | undefined)[] = [];
  let [length, isEnded] = [0, false];
  const chunks: Buffer[] = [];

  const begin = (fields: WireFields) => {
    contentType = findField(fields, 'Content-Type');
    contentEncoding = findField(fields, 'Content-Encoding');
  };
  const keep = (chunk: string | Uint8Array) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk;
    length += bytes.length;
    if (isJson(contentType) && length <= MAX_CONTENT) chunks.push(Buffer.from(bytes));
  };

  const { respond, start, write, end } = wire;
  Object.assign(wire, {
    respond(...input: Parameters<WireExchange['respond']>) {
      const sent = respond.apply(wire, input);
      begin(input[2]);
      keep(input[3]);
      isEnded = true;
      return sent;
    },
    start(...input: Parameters<WireExchange['start']>) {
      const sent = start.apply(wire, input);
      begin(input[2]);
      return sent;
    },
    write(chunk: string | Uint8Array) {
      keep(chunk);
      return write.call(wire, chunk);
    },
    end(trailers?: WireFields) {
      isEnded = true;
      end.call(wire, trailers);
    },
  });
  wire.onEnd(() => {
    if (!isEnded || wire.status === 0) return;
    const isWhole = length === 0 || (chunks.length > 0 && length <= MAX_CONTENT);
    const content = isWhole ? Buffer.concat(chunks) : undefined;
    report({ status: wire.status, contentType, contentEncoding, content });
  });
}

function isExchangeStart(message: unknown): message is ExchangeStart {
  return typeof message === 'object' && message !== null && 'exchange' in message && 'route' in message;
}

function isParserErrorResponse(message: unknown): message is ParserErrorResponse {
  return typeof message === 'object' && message !== null && 'service' in message && 'content' in message;
}
