import type { Command } from 'commander';
import type { Static, TObject, TSchema } from 'typebox';
import { formatSecretWarning, type Variables } from '#config/resolve.ts';
import { exists, readSecretFile } from '#config/secret-files.ts';
import { settingRows, toKey, toVariable } from '#config/settings/settings.ts';
import { quote, UsageError } from '#config/usage-error.ts';
import { baseUrl } from '#config/values/value-types.ts';
import type { Operation } from '#control/operations/declaration/operation.ts';
import { percentEncode } from '#http/syntax/percent.ts';
import { createRuntime } from '#runtime.ts';
import { createFileOption, readFlags } from '../options/options.ts';
import { replaceControls } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { chooseControlUrl, findRunningServer, findServerFile } from './server-file.ts';

export interface ControlCall {
  readonly method?: string;
  /** The path below `/_sparring`, with the query: `/outbox?login=mona`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The flags of the command. */
  readonly options?: ControlOptions;
}

export interface ControlOptions {
  readonly url?: string;
  readonly controlToken?: string;
  readonly controlTokenFile?: string;
}

/** A hint for users who read a database, but meant a running server. */
export const urlHint = '; use --url for a running server';

/** Adds the flags for a running server to a command. */
export function addControlOptions(command: Command): Command {
  return command
    .option(
      '--url <URL>',
      `Acts on this running server, such as http://127.0.0.1:8080; the default is the only running one (${URL_VARIABLE}).`,
    )
    .option(
      '--control-token <TOKEN>',
      `The token of its control API (${TOKEN_VARIABLE}). Process lists show the flag.`,
    )
    .addOption(createFileOption('controlToken'));
}

/** Reads the control token from a flag, a file or a variable. @throws UsageError */
async function readControlToken(
  { controlToken: typed, controlTokenFile: file }: ControlOptions,
  { variables, printError }: Pick<Terminal, 'variables' | 'printError'>,
): Promise<string | undefined> {
  if (typed !== undefined && file !== undefined)
    throw new UsageError('--control-token and --control-token-file are both given; keep one of them.');
  if (typed !== undefined) {
    printError(`sparring: ${formatSecretWarning('controlToken')}\n`);
    return typed;
  }
  if (file !== undefined) return await readSecretFile(file, '--control-token-file');
  const named = variables[`${TOKEN_VARIABLE}_FILE`];
  const given = variables[TOKEN_VARIABLE];
  // The image names a file that need not exist.
  if (given && named && !(await exists(named))) return given;
  if (given && named)
    throw new UsageError(`${TOKEN_VARIABLE} and ${TOKEN_VARIABLE}_FILE are both set; keep one of them.`);
  return named ? await readSecretFile(named, `${TOKEN_VARIABLE}_FILE`) : given;
}

/** The flags of settings, except those for the call of a running server. */
function selectOwnFlags(command: Command): ReturnType<typeof readFlags> {
  const flags = readFlags(command);
  flags.delete('controlToken');
  return flags;
}

/**
 * The URL of the running server that a command acts on, or of its control API: that of `--url`, of the variables, or of the
 * only server that this user has started. Undefined for the flags or variables of a database or a schedule, and without a
 * server. Every command follows this rule; `docs/guide/administration.md` states it.
 * @throws UsageError when an argument or a variable is not a URL, a flag contradicts `--url`, or several servers are running
 */
export function findServer(
  { url }: ControlOptions,
  command: Command,
  { variables }: Pick<Terminal, 'variables'>,
): string | undefined {
  const [own] = selectOwnFlags(command).values();
  if (url !== undefined) {
    if (own) throw new UsageError(`${own.origin} cannot be used with --url; keep one of them.`);
    return readUrl(url, '--url');
  }
  if (own) return undefined;
  for (const variable of [CONTROL_URL_VARIABLE, URL_VARIABLE]) {
    const text = variables[variable]?.trim();
    if (text) return readUrl(text, variable);
  }
  if (hasOwnVariable(command, variables)) return undefined;
  return findRunningServer(variables);
}

/** Whether a variable sets what a flag of the command sets. */
function hasOwnVariable(command: Command, variables: Variables): boolean {
  return settingRows.some(
    ([name]) =>
      name !== 'controlToken' &&
      command.options.some(({ long }) => long === `--${toKey(name)}`) &&
      Boolean(variables[toVariable(name)]),
  );
}

/** Where a server listens without settings. */
const DEFAULT_SERVER = 'http://127.0.0.1:8080';

/** The URL of the running server, by default at the default port. @throws UsageError as `findServer` */
export function requireServer(...call: Parameters<typeof findServer>): string {
  return findServer(...call) ?? DEFAULT_SERVER;
}

/**
 * Calls the control API of a running server. Returns the JSON of the response, or undefined without content.
 * @throws UsageError when the server is unreachable, is not Sparring, or rejects the request.
 */
export async function callControl(
  terminal: Pick<Terminal, 'variables' | 'printError'>,
  base: string,
  { method = 'GET', path, body, options = {} }: ControlCall,
): Promise<unknown> {
  const { url, headers, hasToken } = await openControl(base, options, terminal, 'application/json');
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const { status, text } = await send(base, `${url}/_sparring${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (status === 204) return undefined;
  const content = parseJsonOrUndefined(text);
  if (status >= 200 && status < 300 && content !== undefined) return content;
  throw createControlError(base, status, text, hasToken);
}

/**
 * Calls the endpoint of an operation of a running server.
 * @param noun what the operation returns, with its article: `a lifecycle`.
 * @throws UsageError as `callControl`, and when the response does not match the schema of the output
 */
export async function callOperation<Output extends TSchema>(
  terminal: Pick<Terminal, 'variables' | 'printError'>,
  base: string,
  operation: Operation<TObject, unknown, Output | undefined, never>,
  {
    input,
    options,
    noun,
  }: { readonly input: object; readonly options: ControlOptions; readonly noun: string },
): Promise<Static<Output>> {
  const content = await callControl(terminal, base, buildCall(operation.http, input, options));
  const { matches } = await import('#http/message/validation.ts');
  if (operation.output && matches(operation.output, content)) return content;
  throw unreadable(base, noun);
}

/** Calls the endpoint of an operation without a result. @throws UsageError as `callControl` */
export async function callWithoutResult(
  terminal: Pick<Terminal, 'variables' | 'printError'>,
  base: string,
  { http }: Pick<Operation<TObject, unknown, undefined, never>, 'http'>,
  { input, options }: { readonly input: object; readonly options: ControlOptions },
): Promise<void> {
  await callControl(terminal, base, buildCall(http, input, options));
}

/** The request of an operation: its members are in the path, in the query, or in the body. */
function buildCall(
  { route, query: inQuery, body }: Operation['http'],
  input: object,
  options: ControlOptions,
): ControlCall {
  const [method = '', template = ''] = route.split(' ');
  const members = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string) => {
    const value: unknown = members.get(name);
    members.delete(name);
    return value;
  };
  const path = template
    .slice('/_sparring'.length)
    .replace(/\{(\w+)\}/g, (_, name: string) => percentEncode(String(take(name))));
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const names = (inQuery ?? (hasBody ? [] : [...members.keys()])).filter((name) => members.has(name));
  const query = new URLSearchParams(names.map((name) => [name, String(take(name))]));
  return {
    method,
    path: query.size > 0 ? `${path}?${query}` : path,
    body: hasBody ? (body === undefined ? Object.fromEntries(members) : take(body)) : undefined,
    options,
  };
}

/** The error for a response that does not match its schema. @param noun what it is, with its article. */
export function unreadable(base: string, noun: string): UsageError {
  return new UsageError(`The server at ${base} returned ${noun} that this version cannot read.`);
}

export interface OpenControl {
  /** Origin of the control API. */
  readonly url: string;
  /** The header fields of a call, with a token if there is one. */
  readonly headers: Record<string, string>;
  readonly hasToken: boolean;
}

/**
 * Finds the control API of a server. A server that this user started on this machine has published its port and a token;
 * a token that the user gives has precedence.
 * @throws UsageError
 */
export async function openControl(
  base: string,
  options: ControlOptions,
  terminal: Pick<Terminal, 'variables' | 'printError'>,
  accept: string,
): Promise<OpenControl> {
  const known = await findServerFile(base, terminal.variables);
  const url = chooseControlUrl(base, known);
  const token = (await readControlToken(options, terminal)) || known?.commandToken;
  if (!token) return { url, headers: { Accept: accept }, hasToken: false };
  return {
    url,
    headers: { Accept: accept, Authorization: `Bearer ${checkTokenText(token)}` },
    hasToken: true,
  };
}

/** The error for a response that is no success. */
export function createControlError(
  base: string,
  status: number,
  text: string,
  hasToken: boolean,
): UsageError {
  return new UsageError(formatErrorText(base, status, readDetail(parseJsonOrUndefined(text)), hasToken));
}

/** The error for a request without a response. */
export function createControlFailure(base: string, cause: unknown, isTimeout: boolean): UsageError {
  return new UsageError(formatFailure(base, isTimeout ? 'SILENCE' : readErrorCode(cause)), { cause });
}

const URL_VARIABLE = 'SPARRING_URL';

const CONTROL_URL_VARIABLE = 'SPARRING_CONTROL_URL';

const TOKEN_VARIABLE = 'SPARRING_CONTROL_TOKEN';

/** Longer than any response of the control API takes. */
export const MAX_WAIT = 30_000;

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
  const cancel = createRuntime().timeout(MAX_WAIT, () => controller.abort());
  try {
    const response = await fetch(target, { ...request, signal: controller.signal });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw createControlFailure(base, error, controller.signal.aborted);
  } finally {
    cancel();
  }
}

function formatFailure(base: string, code: string): string {
  if (code === 'ECONNREFUSED') return `Nothing listens at ${base}; start the server there, or change --url.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no host of ${base}; change --url.`;
  if (code === 'SILENCE') return `The server at ${base} does not answer; change --url.`;
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) {
    return `The certificate of ${base} is not trusted (${code}); name the file of its CA in NODE_EXTRA_CA_CERTS.`;
  }
  // The connection was accepted.
  if (/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED)$/.test(code))
    return `The server at ${base} closed the connection without a response (${code}).`;
  return `The server at ${base} cannot be reached (${code}); change --url.`;
}

function formatErrorText(
  base: string,
  status: number,
  detail: string | undefined,
  hadToken: boolean,
): string {
  if (status === 401 || status === 403) {
    const why = hadToken ? 'rejects this token' : 'is closed to this command';
    return `The control API at ${base} ${why}; give its token with --control-token-file or ${TOKEN_VARIABLE}.`;
  }
  if (detail !== undefined) return `The server at ${base} rejects the request: ${detail}`;
  return `There is no control API at ${base} (status ${status}); change --url to the URL of a Sparring server.`;
}

function checkTokenText(token: string): string {
  if (/^[!-~]+$/.test(token)) return token;
  throw new UsageError('The control token must have visible ASCII characters only.');
}

/** The system error code. The error of `fetch` has the same message for every cause. */
function readErrorCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The detail of an error (RFC 9457 §3.1.4), without control characters. */
function readDetail(content: unknown): string | undefined {
  if (typeof content !== 'object' || content === null) return undefined;
  const { detail, message = detail }: { detail?: unknown; message?: unknown } = content;
  return typeof message === 'string' ? replaceControls(message) : undefined;
}
