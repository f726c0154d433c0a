import type { TestContext } from 'node:test';
import { HpackDecoder } from '#wire/hpack/decoder.ts';
import { FLAG, FRAME, formatFrame, PREFACE } from '#wire/http2/frames.ts';
import { until } from '../until.ts';
import { settings, settingsAck } from './http2-recorder.ts';
import { type ConnectionEnd, openRawConnection, type RawConnection } from './raw-connection.ts';
import { codeAt, type OnFrame, readFrames } from './read-frames.ts';

/** A client of HTTP/2 that sends any bytes, and describes the frames that it receives. */
export class FrameClient {
  /**
   * `HEADERS 1 200`, `DATA 1 abc`, `RST_STREAM 1 CANCEL`, `GOAWAY 3 NO_ERROR`, `WINDOW_UPDATE 0 65536`, `PING`, with END_STREAM behind
   * those that end a stream. Trailers have their fields in place of the status. SETTINGS and answers to PING are omitted.
   */
  readonly frames: string[] = [];
  /** The fields of the heads, in the order of the frames. */
  readonly heads: string[][] = [];
  /** Bytes of content by stream. */
  readonly content = new Map<number, number>();
  readonly connection: RawConnection;
  end: ConnectionEnd | 'open' = 'open';
  readonly #hpack = new HpackDecoder({ tableSize: 4096, storedSize: 1_000_000, decodedSize: 1_000_000 });
  #rest: Buffer = Buffer.alloc(0);
  #pongs = 0;

  private constructor(port: number, ca?: string) {
    this.connection = openRawConnection(port, { ca, protocol: 'h2' });
    void this.connection.ended.then((end) => {
      this.end = end;
    });
    this.connection.socket.on('data', (chunk: Buffer) => {
      this.#rest = readFrames(Buffer.concat([this.#rest, chunk]), this.#describe);
    });
  }

  /** A connection that has sent nothing. */
  static raw(t: TestContext, port: number, ca?: string): FrameClient {
    const client = new FrameClient(port, ca);
    t.after(() => client.connection.destroy());
    return client;
  }

  /** A connection that has sent the preface and its settings. */
  static open(
    t: TestContext,
    port: number,
    entries: readonly (readonly [id: number, value: number])[] = [],
    ca?: string,
  ): FrameClient {
    const client = FrameClient.raw(t, port, ca);
    client.send(PREFACE, settings(...entries), settingsAck());
    return client;
  }

  send(...frames: readonly string[]): void {
    this.connection.socket.write(Buffer.from(frames.join(''), 'latin1'));
  }

  /** Resolves when a frame with this description, or that matches it, was received. */
  async received(frame: string | RegExp): Promise<void> {
    const matches = (other: string) => (typeof frame === 'string' ? other === frame : frame.test(other));
    await until(() => {
      if (!this.frames.some(matches) && this.end !== 'open')
        throw new Error(`${frame} is missing: ${this.frames.join(', ')}`);
      return this.frames.some(matches);
    }, 20_000);
  }

  /** Resolves when the server has processed what was sent. */
  async ping(): Promise<void> {
    const count = this.#pongs;
    this.send(formatFrame(FRAME.PING, 0, 0, 'test: ok'));
    await until(() => this.#pongs > count);
  }

  /** The frames of one stream. */
  of(streamId: number): string[] {
    return this.frames.filter(
      (frame) => !frame.startsWith('GOAWAY') && frame.split(' ')[1] === String(streamId),
    );
  }

  readonly #describe: OnFrame = (type, flags, streamId, payload) => {
    const end =
      (type === FRAME.DATA || type === FRAME.HEADERS) && flags & FLAG.END_STREAM ? ' END_STREAM' : '';
    switch (type) {
      case FRAME.DATA: {
        this.content.set(streamId, (this.content.get(streamId) ?? 0) + payload.length);
        const text = payload.length > 32 ? `${payload.length} bytes` : payload.toString('latin1');
        this.frames.push(`DATA ${streamId}${text === '' ? '' : ` ${text}`}${end}`);
        break;
      }
      case FRAME.HEADERS: {
        const fields: string[] = [];
        this.#hpack.decode(payload, 0, payload.length, fields);
        this.heads.push(fields);
        const text = fields[0] === ':status' ? fields[1] : fields.join(' ');
        this.frames.push(`HEADERS ${streamId} ${text}${end}`);
        break;
      }
      case FRAME.RST_STREAM:
        this.frames.push(`RST_STREAM ${streamId} ${codeAt(payload, 0)}`);
        break;
      case FRAME.GOAWAY:
        this.frames.push(`GOAWAY ${payload.readUInt32BE(0)} ${codeAt(payload, 4)}`);
        break;
      case FRAME.WINDOW_UPDATE:
        this.frames.push(`WINDOW_UPDATE ${streamId} ${payload.readUInt32BE(0)}`);
        break;
      case FRAME.PING:
        if (flags & FLAG.ACK) this.#pongs++;
        else this.frames.push('PING');
    }
  };
}
