import type { Command } from 'commander';
import { readSecretFile } from '../config/load.ts';
import { toVisibleSecret } from '../config/resolve.ts';
import { quote, UsageError } from '../config/usage-error.ts';
import { baseUrl } from '../config/value-types.ts';
import { createRuntime } from '../runtime.ts';
import { toFileOption, toFlags } from './options.ts';
import { toPlainText } from './table.ts';
import type { Terminal } from './terminal.ts';

export interface ControlCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the control API's own, with its query: `/outbox?login=mona`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The flags that were typed. */
  readonly options?: ControlOptions;
}

export interface ControlOptions {
  readonly url?: string;
  readonly controlToken?: string;
  readonly controlTokenFile?: string;
}

/** For who looked into a database, and meant a server that keeps its data elsewhere. */
export const askHint = '; --url asks a running server';

/** Gives a command the flags that name a running server. */
export function addControlOptions(command: Command): Command {
  return command
    .option(
      '--url <URL>',
      `Asks the server that runs there, such as http://127.0.0.1:8080 (${URL_VARIABLE}).`,
    )
    .option(
      '--control-token <TOKEN>',
      `The token that opens its control API (${TOKEN_VARIABLE}). A list of processes shows the flag.`,
    )
    .addOption(toFileOption('controlToken'));
}

/** The token that was given for the control API, by a flag, a file or a variable. @throws UsageError */
async function readControlToken(
  { controlToken: typed, controlTokenFile: file }: ControlOptions,
  { variables, printError }: Pick<Terminal, 'variables' | 'printError'>,
): Promise<string | undefined> {
  if (typed !== undefined && file !== undefined)
    throw new UsageError('--control-token and --control-token-file are both given; keep one of them.');
  if (typed !== undefined) {
    printError(`sparring: ${toVisibleSecret('controlToken')}\n`);
    return typed;
  }
  if (file !== undefined) return await readSecretFile(file, '--control-token-file');
  const named = variables[`${TOKEN_VARIABLE}_FILE`];
  if (variables[TOKEN_VARIABLE] && named)
    throw new UsageError(`${TOKEN_VARIABLE} and ${TOKEN_VARIABLE}_FILE are both set; keep one of them.`);
  return named ? await readSecretFile(named, `${TOKEN_VARIABLE}_FILE`) : variables[TOKEN_VARIABLE];
}

/** What was typed of settings for this command itself, and not for the call of a running server. */
export function toOwnFlags(command: Command): ReturnType<typeof toFlags> {
  const flags = toFlags(command);
  flags.delete('controlToken');
  return flags;
}

/** The running server that is meant, as `callControl` takes it; undefined when none is. @throws UsageError */
export function findServer(
  { url }: ControlOptions,
  command: Command,
  { variables }: Pick<Terminal, 'variables'>,
): string | undefined {
  if (url !== undefined) return readUrl(url, '--url');
  const text = variables[URL_VARIABLE]?.trim();
  // What was typed of a database or a schedule is meant more than a variable.
  return text && toOwnFlags(command).size === 0 ? readUrl(text, URL_VARIABLE) : undefined;
}

/**
 * Asks the control API of a running server; answers what its JSON says, or undefined when there is nothing to say.
 * @throws UsageError when the server is not there, is no Sparring, or refuses.
 */
export async function callControl(
  terminal: Pick<Terminal, 'variables' | 'printError'>,
  base: string,
  { method = 'GET', path, body, options = {} }: ControlCall,
): Promise<unknown> {
  const token = await readControlToken(options, terminal);
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${toTokenText(token)}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const { status, text } = await send(base, `${base}/_sparring${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (status === 204) return undefined;
  const answer = toJson(text);
  if (status >= 200 && status < 300 && answer !== undefined) return answer;
  throw new UsageError(toErrorText(base, status, toDetail(answer), Boolean(token)));
}

const URL_VARIABLE = 'SPARRING_URL';

const TOKEN_VARIABLE = 'SPARRING_CONTROL_TOKEN';

/** Longer than any answer of the control API takes. */
const MAX_WAIT = 30_000;

function readUrl(text: string, origin: string): string {
  const base = baseUrl.read(text);
  if (base === undefined) throw new UsageError(`${origin} must be ${baseUrl.expects}, not ${quote(text)}.`);
  return base;
}

async function send(
  base: string,
  target: string,
  request: RequestInit,
): Promise<{ status: number; text: string }> {
  const controller = new AbortController();
  const cancel = createRuntime().after(MAX_WAIT, () => controller.abort());
  try {
    const response = await fetch(target, { ...request, signal: controller.signal });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new UsageError(toFailure(base, controller.signal.aborted ? 'SILENCE' : toCode(error)), {
      cause: error,
    });
  } finally {
    cancel();
  }
}

function toFailure(base: string, code: string): string {
  if (code === 'ECONNREFUSED') return `Nothing listens at ${base}; start the server there, or change --url.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no host of ${base}; change --url.`;
  if (code === 'SILENCE') return `The server at ${base} does not answer; change --url.`;
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) {
    return `The certificate of ${base} is not trusted (${code}); name the file of its CA in NODE_EXTRA_CA_CERTS.`;
  }
  return `The server at ${base} cannot be asked (${code}); change --url.`;
}

function toErrorText(base: string, status: number, detail: string | undefined, hadToken: boolean): string {
  if (status === 401 || status === 403) {
    const why = hadToken ? 'does not take this token' : 'is closed to this command';
    return `The control API at ${base} ${why}; give its token with --control-token-file or ${TOKEN_VARIABLE}.`;
  }
  if (detail !== undefined) return `The server at ${base} refuses: ${detail}`;
  return `There is no control API at ${base} (status ${status}); change --url to where a Sparring runs.`;
}

function toTokenText(token: string): string {
  if (/^[!-~]+$/.test(token)) return token;
  throw new UsageError('The control token must be of visible ASCII characters alone.');
}

/** Node's fetch fails with one message for everything; what it was stands below. */
function toCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The detail of an error (RFC 9457 §3.1.4), without control characters. */
function toDetail(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { detail, message = detail }: { detail?: unknown; message?: unknown } = answer;
  return typeof message === 'string' ? toPlainText(message) : undefined;
}
