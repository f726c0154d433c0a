import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { hasBody } from '../message/body/body.ts';
import { ReceivedRequest } from '../message/received-request.ts';
import type { Recorder } from '../message/recorder.ts';
import { checkRequestHead } from '../message/request-head.ts';
import { readHost } from '../message/request-host.ts';
import type { ConcurrencyLimiter } from '../routing/concurrency-limiter.ts';
import type { RequestMetrics } from '../routing/request-metrics.ts';
import type { Routes } from '../routing/routes.ts';
import type { Log } from '../routing/service.ts';
import type { Connections } from '../transport/connections/connection.ts';
import type { WebSocketRecorder } from '../transport/exchange-recorder.ts';

/** Connections that upgrade to WebSocket (RFC 6455), where an endpoint supports it. */
export interface Upgrades {
  /**
   * Whether the request asks for an upgrade that an endpoint supports. All others are ordinary requests, and so get 429
   * when their client has reached its limit.
   */
  isUpgrade(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Destroys the remaining connections. */
  destroy(): void;
}

export interface UpgradeDependencies {
  readonly log: Log;
  readonly limiter: ConcurrencyLimiter;
  readonly recorder?: Recorder | undefined;
  readonly requestMetrics?: RequestMetrics | undefined;
}

export function createUpgrades(
  routes: Routes,
  connections: Connections,
  { log, limiter, recorder, requestMetrics }: UpgradeDependencies,
): Upgrades {
  const sockets = new Set<Duplex>();

  return {
    isUpgrade(request) {
      if (request.headers.upgrade?.toLowerCase() !== 'websocket' || !mayUpgrade(request)) return false;
      const { route, target } = routes.find(request.url ?? '/', readHost(request));
      const received = new ReceivedRequest(request, target);
      if (!hasValidHead(received)) return false;
      // The other protocol would write before the responses in progress.
      if (!connections.of(request.socket).isIdle) return false;
      if (route.service.isRecorded && recorder?.canRecord(request, target) === false) return false;
      if (route.byMethod.get(request.method ?? '')?.endpoint.upgrade === undefined) return false;
      return !limiter.isReached(received);
    },
    async upgrade(request, socket, head) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      try {
        const { route, target } = routes.find(request.url ?? '/', readHost(request));
        const { service, template } = route;
        limiter.acquire(new ReceivedRequest(request, target), (release) => {
          if (socket.destroyed) release();
          else socket.once('close', release);
        });
        const { info } = connections.of(request.socket);
        info.requestCount++;
        const recording = service.isRecorded && recorder?.upgraded(request, target, template, socket, info);
        let status = 0;
        await route.byMethod.get('GET')?.endpoint.upgrade?.({
          request,
          socket,
          head,
          service: service.context,
          recorder: withHead(recording || undefined, (line) => {
            status = Number(line.split(' ')[1]);
          }),
        });
        requestMetrics?.addUpgrade(template, status);
      } catch (error) {
        log.error('Unexpected error', { error });
        socket.destroy();
      }
    },
    destroy() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A recorder that passes on the status line too. */
function withHead(
  recorder: WebSocketRecorder | undefined,
  onStatus: (line: string) => void,
): WebSocketRecorder {
  return {
    head(lines) {
      onStatus(lines[0] ?? '');
      recorder?.head(lines);
    },
    content: (chunk) => recorder?.content(chunk),
    received: (type, content, code) => recorder?.received(type, content, code),
    sent: (type, content, code) => recorder?.sent(type, content, code),
  };
}

/** HTTP/1.0 has no upgrade, and content must be read before the protocol changes (RFC 9110 §7.8). */
function mayUpgrade(request: IncomingMessage): boolean {
  return request.httpVersion === '1.1' && !hasBody(request);
}

/** A request with an invalid head is handled as an ordinary request, which gets the error. */
function hasValidHead(received: ReceivedRequest): boolean {
  try {
    checkRequestHead(received);
    return true;
  } catch {
    return false;
  }
}
