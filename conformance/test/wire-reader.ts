import type { Socket } from 'node:net';
import { Failure } from './failure.ts';

const MAX_LINE_BYTES = 128 * 1024;

/** Reads lines and bytes of a socket. */
export class WireReader {
  readonly #socket: Socket;
  #buffer = Buffer.alloc(0);
  #isEnded = false;
  #failure: Failure | undefined;
  #notify = () => {};
  readonly #onData: (chunk: Buffer) => void;

  constructor(socket: Socket) {
    this.#socket = socket;
    const changed = () => this.#notify();
    this.#onData = (chunk) => {
      this.#buffer = Buffer.concat([this.#buffer, chunk]);
      changed();
    };
    socket.on('data', this.#onData);
    socket.on('end', () => {
      this.#isEnded = true;
      changed();
    });
    socket.on('error', (error) => {
      this.#failure ??= new Failure('connection', error.message);
      changed();
    });
    socket.on('close', () => {
      this.#isEnded = true;
      changed();
    });
  }

  get isEnded(): boolean {
    return this.#isEnded || this.#failure !== undefined;
  }

  /** Bytes that nobody has read. */
  get unread(): number {
    return this.#buffer.length;
  }

  /** Whether unread bytes are no text. */
  get hasBinary(): boolean {
    return this.#buffer.some((byte) => byte > 127);
  }

  /** Leaves the socket, and its unread bytes in it, to another reader. */
  release(): void {
    this.#socket.off('data', this.#onData);
    this.#socket.pause();
    if (this.#buffer.length > 0) this.#socket.unshift(this.#buffer);
  }

  fail(failure: Failure): void {
    this.#failure = failure;
    this.#socket.destroy();
    this.#notify();
  }

  /** @returns false at the end of the connection. */
  async more(): Promise<boolean> {
    const before = this.#buffer.length;
    while (this.#buffer.length === before) {
      if (this.#failure) throw this.#failure;
      if (this.#isEnded) return false;
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    }
    return true;
  }

  /** A line without CRLF; undefined when the connection ends within it. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#buffer.indexOf('\n');
      if (end >= 0) {
        const line = this.#buffer.subarray(0, end + 1).toString('latin1');
        this.#buffer = this.#buffer.subarray(end + 1);
        if (!line.endsWith('\r\n')) throw new Failure('protocol', 'a line without CR');
        return line.slice(0, -2);
      }
      if (this.#buffer.length > MAX_LINE_BYTES) throw new Failure('protocol', 'a line without end');
      if (!(await this.more())) return undefined;
    }
  }

  /** Up to so many bytes; fewer at the end of the connection. */
  async take(count: number, onPart: (part: Buffer) => void): Promise<number> {
    let taken = 0;
    while (taken < count) {
      if (this.#buffer.length === 0 && !(await this.more())) break;
      const part = this.#buffer.subarray(0, count - taken);
      this.#buffer = this.#buffer.subarray(part.length);
      taken += part.length;
      onPart(part);
    }
    return taken;
  }
}
