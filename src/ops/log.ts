import { fstatSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';
import type { FinishedExchange } from '#http/message/finished-exchange.ts';
import { toTraceFields } from '#http/message/trace-context.ts';
import type { Log } from '#http/routing/service.ts';
import { toBoundedMethod } from '#http/syntax/method.ts';
import { escapeControls, removeControls } from './safe-line.ts';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export interface LogOptions {
  readonly level: LogLevel;
  /** `auto` is text where there is a terminal. */
  readonly format: 'auto' | 'text' | 'json';
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
  /** The file descriptor that is written to. */
  readonly descriptor: number;
  /** Whether lines are omitted while the reader of a pipe does not read. */
  readonly isLossy?: boolean;
  /** The number of the worker, which each line names. */
  readonly worker?: number;
}

/** Opens the log of the command. The library uses the log of its options instead. */
export async function openLog(options: LogOptions): Promise<Log> {
  const { pino } = await import('pino');
  const asText = options.format === 'text' || (options.format === 'auto' && options.isTerminal);
  const lossy = options.isLossy && isPipe(options.descriptor) ? openLossy(process.stderr) : undefined;
  const destination: Destination = asText
    ? await openText(options, lossy)
    : (lossy ?? pino.destination({ dest: options.descriptor, sync: true }));
  // Continues when the reader of the log has closed the pipe.
  destination.on('error', ignore);
  const logger = pino(
    {
      level: options.level,
      base: options.worker === undefined ? null : { worker: options.worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: pino.stdSerializers.err },
      hooks: { streamWrite: asText ? removeControls : escapeControls },
      redact: { paths: SECRETS, censor: '***' },
    },
    destination,
  );
  return {
    info: (message, details = {}) => logger.info(details, message),
    warn: (message, details = {}) => logger.warn(details, message),
    error: (message, details = {}) => logger.error(details, message),
  };
}

/** Logs one line for each finished exchange: the template, never the path with its values. */
export function createRequestLog(log: Log): (finished: FinishedExchange) => void {
  return ({ method: input, template, traceId, spanId, ...finished }) => {
    const method = toBoundedMethod(input);
    const trace = traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined;
    const details = { method, template, ...finished, ...toTraceFields(trace) };
    log.info(`${method} ${template || '(no route)'} ${finished.status}`, details);
  };
}

/** The members that the streams of pino and pino-pretty have in common. */
interface Destination extends DestinationStream {
  on(event: 'error', listener: () => void): unknown;
}

async function openText({ hasColour, descriptor }: LogOptions, lossy: Writable | undefined) {
  const { build } = await import('pino-pretty');
  return build({
    colorize: hasColour,
    destination: lossy ?? descriptor,
    sync: true,
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    levelFirst: false,
  });
}

/** A stream that omits what the other one cannot take: a full pipe must not stop the process. */
function openLossy(stream: NodeJS.WriteStream): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      if (stream.writableLength < MAX_UNREAD) stream.write(chunk);
      done();
    },
  });
}

/** Bytes that are kept for the reader of a pipe. */
const MAX_UNREAD = 256 * 1024;

function isPipe(descriptor: number): boolean {
  const stat = fstatSync(descriptor);
  return stat.isFIFO() || stat.isSocket();
}

/** Masked in objects that are logged as details. No code logs these on purpose. */
const SECRETS = [
  'authorization',
  'Authorization',
  'x-github-otp',
  'X-GitHub-OTP',
  'password',
  'token',
].flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

function ignore(): void {}
