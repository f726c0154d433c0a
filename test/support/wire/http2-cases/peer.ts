import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import { FLAG, FRAME } from '#wire/http2/frames.ts';
import { codeAt, type OnFrame, readFrames } from '../read-frames.ts';
import type { Http2Event } from './case.ts';

/** Milliseconds without the event that is expected. */
const PATIENCE = 10_000;

/** A client that sends bytes, and reads the frames of the server as events. */
export class Http2Peer {
  /** The SETTINGS of the server. */
  readonly settings = new Map<number, number>();
  readonly #connection: Duplex;
  /** All events so far, and the number of those that were read. */
  readonly #events: Http2Event[] = [];
  #read = 0;
  #rest: Buffer = Buffer.alloc(0);
  #notify = () => {};

  constructor(connection: Duplex) {
    this.#connection = connection;
    connection.on('data', (bytes: Buffer) => {
      this.#rest = readFrames(Buffer.concat([this.#rest, bytes]), this.#readFrame);
    });
    // An answer in HTTP/1 is no frame.
    const end = () => this.#add(this.#rest.length === 0 ? 'closed' : 'closed within a frame');
    connection.on('error', end);
    connection.on('end', end);
    connection.on('close', end);
  }

  /** @param bytes one unit per byte */
  send(bytes: string): void {
    if (this.#connection.writable) this.#connection.write(bytes, 'latin1');
  }

  /**
   * Skips events until one.
   * @param isWanted of the event to stop at
   * @param wanted for the message of an error
   * @param permitted those that may be stopped at: all by default
   */
  async until(
    isWanted: (event: Http2Event) => boolean,
    wanted: string,
    permitted?: readonly Http2Event[],
  ): Promise<Http2Event> {
    const deadline = AbortSignal.timeout(PATIENCE);
    for (;;) {
      const event = this.#events[this.#read];
      const report = () => `wanted: ${wanted}; received: ${this.#events.join(', ')}`;
      if (event === undefined) {
        assert.ok(!deadline.aborted, report());
        await this.#next(deadline);
        continue;
      }
      this.#read++;
      if (!isWanted(event)) continue;
      assert.ok(permitted === undefined || permitted.includes(event), report());
      return event;
    }
  }

  destroy(): void {
    this.#connection.destroy();
  }

  /** Resolves after the next event, or at the deadline. */
  #next(deadline: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#notify = resolve;
      deadline.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  readonly #readFrame: OnFrame = (type, flags, id, payload) => {
    const isAck = (flags & FLAG.ACK) !== 0;
    switch (type) {
      case FRAME.DATA:
        this.#add(`DATA ${id}`);
        this.#add(`DATA ${id} ${payload.length}`);
        break;
      case FRAME.HEADERS:
        this.#add(`HEADERS ${id}`);
        break;
      case FRAME.RST_STREAM:
        this.#add(`S ${id} ${codeAt(payload, 0)}`);
        break;
      case FRAME.SETTINGS:
        for (let at = 0; at < payload.length; at += 6)
          this.settings.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
        this.#add(isAck ? 'SETTINGS ACK' : 'SETTINGS');
        break;
      case FRAME.PING:
        this.#add(`PING ${isAck ? 'ACK ' : ''}${payload.toString('latin1')}`);
        break;
      case FRAME.GOAWAY:
        this.#add(`C ${codeAt(payload, 4)}`);
        break;
      default:
        this.#add(`frame ${type} ${id}`);
    }
    if ((type === FRAME.DATA || type === FRAME.HEADERS) && (flags & FLAG.END_STREAM) !== 0)
      this.#add(`END ${id}`);
  };

  #add(event: Http2Event): void {
    this.#events.push(event);
    this.#notify();
  }
}
