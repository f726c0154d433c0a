import type { Duplex } from 'node:stream';
import type { WireExchange } from '#wire/port.ts';
import { type RequestHead, UPGRADE } from '#wire/request-head.ts';
import type { WebSocketRecorder } from '../message/exchange-recorder.ts';
import { ReceivedRequest } from '../message/received-request.ts';
import type { Recorder } from '../message/recorder.ts';
import { checkRequestHead } from '../message/request-head.ts';
import type { ConcurrencyLimiter } from '../routing/concurrency-limiter.ts';
import type { UpgradeRequest } from '../routing/endpoint.ts';
import type { RequestMetrics } from '../routing/request-metrics.ts';
import type { Located } from '../routing/routes.ts';
import type { Log } from '../routing/service.ts';

export interface UpgradeDependencies {
  readonly log: Log;
  readonly limiter: ConcurrencyLimiter;
  readonly recorder?: Recorder | undefined;
  readonly requestMetrics?: RequestMetrics | undefined;
}

/** Connections that upgrade to WebSocket (RFC 6455), where an endpoint supports it. */
export class Upgrades {
  readonly #dependencies: UpgradeDependencies;
  readonly #sockets = new Set<Duplex>();

  constructor(dependencies: UpgradeDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Upgrades the connection if the request asks for it and an endpoint supports it. All others are ordinary requests, and so get
   * 429 when their client has reached its limit.
   */
  accept(wire: WireExchange, { route, target }: Located): boolean {
    if ((wire.head.flags & UPGRADE) === 0) return false;
    const { recorder, limiter } = this.#dependencies;
    const received = new ReceivedRequest(wire, target);
    const upgrade = route.byMethod.get(wire.head.method)?.endpoint.upgrade;
    if (upgrade === undefined || received.field('upgrade')?.toLowerCase() !== 'websocket') return false;
    if (!hasValidHead(received)) return false;
    if (route.service.isRecorded && recorder?.canRecord(received) === false) return false;
    if (limiter.isReached(received)) return false;
    void this.#upgrade(received, route);
    return true;
  }

  async #upgrade(received: ReceivedRequest, route: Located['route']): Promise<void> {
    const { log, recorder, limiter, requestMetrics } = this.#dependencies;
    const { wire } = received;
    const { service, template } = route;
    const socket = wire.upgrade();
    this.#sockets.add(socket);
    // The exchange ends with the connection.
    wire.onEnd(() => this.#sockets.delete(socket));
    try {
      limiter.acquire(received, (release) => wire.onEnd(release));
      const recording = service.isRecorded ? recorder?.upgraded(received, template, socket) : undefined;
      let status = 0;
      await route.byMethod.get(wire.head.method)?.endpoint.upgrade?.({
        request: toUpgradeRequest(wire.head),
        socket,
        service: service.context,
        recorder: withHead(recording, (line) => {
          status = Number(line.split(' ')[1]);
        }),
      });
      requestMetrics?.addUpgrade(template, status);
    } catch (error) {
      log.error('Unexpected error', { error });
      socket.destroy();
    }
  }

  /** Destroys the remaining connections. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function toUpgradeRequest({ method, target, fields }: RequestHead): UpgradeRequest {
  // Without a prototype, because `__proto__` is a name of a field, too.
  const headers: Record<string, string> = Object.create(null);
  for (let index = 0; index < fields.length; index += 2) {
    const name = (fields[index] ?? '').toLowerCase();
    const value = fields[index + 1] ?? '';
    const known = headers[name];
    headers[name] = known === undefined ? value : `${known}, ${value}`;
  }
  return { method, url: target, headers };
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

/** A request with an invalid head is handled as an ordinary request, which gets the error. */
function hasValidHead(received: ReceivedRequest): boolean {
  try {
    checkRequestHead(received);
    return true;
  } catch {
    return false;
  }
}
