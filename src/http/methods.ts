import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';

/** A method that Node's parser knows and nobody uses, which stands in for one that it does not know. */
const STAND_IN = 'SOURCE';

const UNKNOWN_METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}(?= )/;

/** The method of a request, whatever the parser had to be told. */
export function methodOf(request: IncomingMessage): string {
  const { method = 'GET', socket } = request;
  if (method !== STAND_IN) return method;
  return resumed(socket)?.methods.shift() ?? method;
}

/** The connection as it was accepted, whatever has been put on top of it since. */
export function acceptedConnection(socket: Duplex): Duplex {
  return resumed(socket)?.accepted ?? socket;
}

function resumed(socket: object): ResumedConnection | undefined {
  return socket instanceof ResumedConnection ? socket : undefined;
}

/**
 * Takes a connection whose parser stopped at a method it does not know, and hands it back to be read again from where
 * that request begins, with a method that the parser does know (RFC 9110 §9.1 lets methods be anything).
 * @returns undefined when that is not why the parser stopped.
 */
export function resumeWithKnownMethod(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: Duplex,
): Duplex | undefined {
  if (error.code !== 'HPE_INVALID_METHOD' || error.rawPacket === undefined) return undefined;
  const text = error.rawPacket.toString('latin1');
  const [method] = UNKNOWN_METHOD.exec(text) ?? [];
  // In the middle of a packet of several requests, the beginning is another one's.
  if (method === undefined || bytesParsed(error) > method.length) return undefined;
  return new ResumedConnection(socket, method, Buffer.from(STAND_IN + text.slice(method.length), 'latin1'));
}

function bytesParsed(error: object): number {
  const count: unknown = Reflect.get(error, 'bytesParsed');
  return typeof count === 'number' ? count : 0;
}

/** A connection that begins with given bytes and goes on with what the socket beneath brings. */
class ResumedConnection extends Duplex {
  readonly methods: string[];
  readonly #beneath: Duplex;

  constructor(beneath: Duplex, method: string, begin: Buffer) {
    super();
    this.#beneath = beneath;
    this.methods = [...(resumed(beneath)?.methods ?? []), method];
    for (const event of ['data', 'end', 'close', 'error', 'drain', 'timeout'])
      beneath.removeAllListeners(event);
    this.push(begin);
    beneath.on('data', (chunk: Buffer) => this.push(chunk) || beneath.pause());
    beneath.on('end', () => this.push(null));
    beneath.on('close', () => this.destroy());
    beneath.on('error', (error) => this.destroy(error));
    beneath.on('timeout', () => this.emit('timeout'));
    this.on('error', () => {});
  }

  get accepted(): Duplex {
    return acceptedConnection(this.#beneath);
  }

  get remoteAddress(): unknown {
    return Reflect.get(this.#beneath, 'remoteAddress');
  }

  get remotePort(): unknown {
    return Reflect.get(this.#beneath, 'remotePort');
  }

  get localAddress(): unknown {
    return Reflect.get(this.#beneath, 'localAddress');
  }

  get localPort(): unknown {
    return Reflect.get(this.#beneath, 'localPort');
  }

  /** What tells a server that speaks HTTP/2 as well which of the two this is. */
  get alpnProtocol(): string {
    return 'http/1.1';
  }

  get encrypted(): boolean {
    return Reflect.get(this.#beneath, 'encrypted') === true;
  }

  /** As a socket has it: answers that are streamed are watched for a client that does not read. */
  setTimeout(milliseconds: number): this {
    const set: unknown = Reflect.get(this.#beneath, 'setTimeout');
    if (typeof set === 'function') set.call(this.#beneath, milliseconds);
    return this;
  }

  override _read(): void {
    this.#beneath.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#beneath.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#beneath.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#beneath.destroy();
    done(error);
  }
}
