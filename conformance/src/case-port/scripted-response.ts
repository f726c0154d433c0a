/** A response of a case. Texts are Latin-1; `{a}` is the authority of the port `a`, and `{a.localhost}` and `{a.[::1]}` the same with this host; `{secret}` is the URL of a file. */
export type ScriptedResponse = ComposedScript | RawScript;

/** A response of the directives of `/compose`. */
export interface ComposedScript {
  /** Query of `/compose`, such as `status=503&fault=reset@3`. */
  readonly compose: string;
  /** Bytes on the idle connection behind the response, which no request asked for. */
  readonly behind?: BytesBehind;
}

export interface BytesBehind {
  /** Milliseconds after the response; 0 is the same write. */
  readonly after: number;
  readonly bytes: string;
  readonly ends?: boolean;
}

/** Bytes that no composition has. The connection serves no further request. */
export interface RawScript {
  /** The steps, or a function that makes them when they are sent, at this time in milliseconds. */
  readonly raw: readonly RawStep[] | ((now: number) => readonly RawStep[]);
  readonly end: 'fin' | 'reset' | 'rude' | 'stall';
  /** Content of the request that is read before the response; all of it by default. */
  readonly readFirst?: number;
  /** Bytes before the content of the request is read. */
  readonly interim?: string;
}

export type RawStep =
  | string
  | Uint8Array
  /** Milliseconds. */
  | { readonly wait: number }
  /** Bytes that are sent again and again, until the client ends the connection or the number is reached. */
  | { readonly repeat: string; readonly count: number; readonly wait: number };

/** Responses by whether the request has a field, each in their order. */
export interface ResponsesByField {
  /** The name of the field in lower case. */
  readonly field: string;
  readonly present: readonly ScriptedResponse[];
  readonly absent: readonly ScriptedResponse[];
}

export type ScriptEntry = ScriptedResponse | ResponsesByField;

/** The responses of one port: in order, the last one to all further requests; or by path, where `*` is any other. */
export type PortScript =
  | readonly ScriptEntry[]
  | Readonly<Record<string, ScriptEntry | readonly ScriptEntry[]>>;

/** All responses that a port can send. */
export function responsesOf(script: PortScript): ScriptedResponse[] {
  const entries: readonly ScriptEntry[] = isList(script) ? script : Object.values(script).flat();
  return entries.flatMap((entry) => ('field' in entry ? [...entry.present, ...entry.absent] : [entry]));
}

export function isList<Item>(value: readonly Item[] | object): value is readonly Item[] {
  return Array.isArray(value);
}

export function compose(query: string, behind?: BytesBehind): ComposedScript {
  return behind ? { compose: query, behind } : { compose: query };
}

export function raw(end: RawScript['end'], ...steps: readonly RawStep[]): RawScript {
  return { raw: steps, end };
}

/** The response with the steps that are sent at this time. */
export function resolve(response: ScriptedResponse, now: number): ScriptedResponse {
  return 'compose' in response || typeof response.raw !== 'function'
    ? response
    : { ...response, raw: response.raw(now) };
}

export function stepsOf({ raw: steps }: RawScript): readonly RawStep[] {
  return typeof steps === 'function' ? steps(0) : steps;
}

/** A complete head of HTTP/1.1 with status 200 and these field lines. */
export function head(...lines: readonly string[]): string {
  return ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
}

/** The fault that a response must have. */
export function faultOf(response: ScriptedResponse): string | undefined {
  return 'compose' in response
    ? (new URLSearchParams(response.compose.replaceAll('+', '%2B')).get('fault') ?? undefined)
    : undefined;
}

/** Replaces the names of ports. */
export function fillIn(text: string, authorityOf: (port: string, host: string) => string): string {
  return text.replace(/\{([a-z]+)(?:\.([a-z.]+|\[::1\]))?\}/g, (_, port: string, host: string | undefined) =>
    authorityOf(port, host ?? '127.0.0.1'),
  );
}
