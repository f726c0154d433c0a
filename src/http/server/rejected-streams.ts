import type { EventEmitter } from 'node:events';
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Recorder } from '../message/recorder.ts';
import type { ConnectionInfo, ConnectionInfos } from '../transport/connections/connection-info.ts';

/** Records what Node rejects of HTTP/2 by itself: streams, which it resets without an event, and whole sessions. */
export function recordRejectedStreams(
  server: EventEmitter,
  infos: ConnectionInfos,
  recorder: Recorder,
): void {
  const connections = new WeakMap<ServerHttp2Session, ConnectionInfo>();
  const record = (session: ServerHttp2Session, code: string) => {
    const connection = connections.get(session);
    if (connection) recorder.rejected(connection, { code, isEmpty: false, answer: { status: null } });
  };
  server.on('session', (session: ServerHttp2Session) => {
    // A session that has ended has no socket.
    connections.set(session, infos.of(session, session.socket));
    /** The identifier of the latest stream that was a request, or was recorded. */
    let latest = 0;
    // Before the listener that starts the exchange, so that the entries have the order of the streams.
    session.prependListener('stream', ({ id = 0 }: ServerHttp2Stream) => {
      // Clients use all odd identifiers (RFC 9113 §5.1.1), but some do not begin with the first one.
      if (latest > 0 && id > latest + 2) record(session, STREAM_CODE);
      latest = id;
    });
    session.on('goaway', () => {
      const { lastProcStreamID = 0 } = session.state;
      if (lastProcStreamID <= latest) return;
      latest = lastProcStreamID;
      record(session, STREAM_CODE);
    });
  });
  server.on('sessionError', (error: NodeJS.ErrnoException, session: ServerHttp2Session) => {
    if (error.code !== undefined && REJECTIONS.has(error.code)) record(session, error.code);
  });
}

const STREAM_CODE = 'RST_STREAM';

/** The errors that Node reports for sessions that a client does not end. */
const REJECTIONS: ReadonlySet<string> = new Set(['ERR_HTTP2_ERROR', 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES']);
