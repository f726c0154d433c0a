/// <reference lib="esnext.disposable" />

// The types of the package that have behaviour or no schema. The build publishes them in one file with the data types of
// data.ts. The server's own types are compared with them when the project is compiled (test/types/library.ts).

import type {
  ActiveRuleView,
  Attempt,
  AuditFilter,
  BodyMatch,
  BodySummary,
  Call,
  ConformanceReport,
  Difference,
  ExchangeSummary,
  ExpectNoneOptions,
  Explanation,
  FailureSummary,
  Har,
  ImportedRules,
  JournalEvent,
  LifecycleDescription,
  LifecyclePreset,
  LimitOutcome,
  Match,
  Message,
  MethodCondition,
  NextOptions,
  Pair,
  PartMatch,
  RequestMatch,
  RequestSummary,
  RequestToExplain,
  ResponseForm,
  ResponseSummary,
  Rule,
  RuleChange,
  RuleImport,
  RuleMatch,
  ScheduleData,
  SecretsOptions,
  SeedData,
  SequenceData,
  SequenceOutcome,
  SequenceWaitOptions,
  Signal,
  SnippetFormat,
  TextCondition,
  ValuesCondition,
} from './data.ts';

export type * from './data.ts';

/** Starts a server in this process: in memory, on a free port of loopback, without a log, unless an option says otherwise. */
export declare function start(options?: StartOptions): Promise<SparringServer>;

/** Tests an HTTP client by an adapter. */
export declare function conformance(options: ConformanceOptions): Conformance;

/** A test of an HTTP client. */
export interface Conformance {
  /**
   * Runs the cases, and resolves with the report that `sparring conformance --format json` prints.
   * @throws AdapterError when the adapter cannot be used; UsageError for an unknown adapter, case, group or level.
   */
  run(): Promise<ConformanceReport>;
  /**
   * Runs the cases for a test, and resolves with the report.
   * @throws Error that names the cases which failed, or are worse than in the baseline; and the errors of `run`.
   */
  verify(demands?: ConformanceDemands): Promise<ConformanceReport>;
}

/** When a client fails its test. */
export interface ConformanceDemands {
  /** A file of `--update-baseline`: only what is worse fails. */
  readonly baseline?: string | undefined;
  /** Whether failures of recommendations count. */
  readonly strict?: boolean | undefined;
}

/** How a client is tested. */
export interface ConformanceOptions {
  /** Name of a built-in adapter, or a command with its arguments. */
  readonly adapter: string | readonly string[];
  /** Ids of cases; `*` matches one part, or all parts at the end. */
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly group?: readonly string[] | undefined;
  /** R, X, B, S or I. */
  readonly level?: readonly string[] | undefined;
  /** Whether a process of the adapter stays, or is for a session or a request. Default `stay`. */
  readonly process?: 'stay' | 'session' | 'request' | undefined;
  /** Maximum number of cases at once; at most what the adapter says. Default 8. */
  readonly parallel?: number | undefined;
  /** The limit of a request in seconds, which scales all limits. Default 1. */
  readonly timeout?: number | undefined;
  /** How often each case runs. Default 1. */
  readonly repeat?: number | undefined;
  /** Ends the run after so many failures. */
  readonly bail?: number | undefined;
  /** The cases whose bytes the report contains. Default: those that failed. */
  readonly transcripts?: 'fail' | 'all' | 'none' | undefined;
  readonly signal?: Signal | undefined;
  /** The environment of the adapter. Default: that of this process. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Options of `start`. An option that is undefined counts as not given. A duration is a number of seconds, or text with
 * units such as `500ms` or `1m30s`; a size is a number of bytes, or text such as `64k`.
 */
export interface StartOptions {
  /** Users, applications, organizations and tokens to begin with, or the path or the URL of a YAML or JSON file of them. */
  readonly seed?: SeedData | string | FileUrl | undefined;
  /**
   * Deprecation, brownouts and removal of the API: a preset, phases, or a YAML or JSON file. A text with a dot or a slash is the path of a
   * file; a URL is that of a file, such as `new URL('schedule.yaml', import.meta.url)`. Default: `deprecated`.
   */
  readonly lifecycle?: LifecyclePreset | ScheduleData | FilePath | FileUrl | undefined;
  /** Freezes the clock at this time: milliseconds since the epoch, or text such as `2026-01-01T00:00:00Z`. Without it, the clock is the machine's. */
  readonly now?: number | string | Date | undefined;
  /** Receives the log. Default: nothing is logged. */
  readonly log?: Log | undefined;
  /** Called once for every finished request. */
  readonly observe?: ((finished: Finished) => void) | undefined;

  // settings: begin (npm run docs)
  /** Addresses to listen on, with one port. The URLs of the server have the first one. localhost is both loopback addresses; 0.0.0.0 opens the server to the network. Default: `127.0.0.1`. */
  readonly host?: string | readonly string[] | undefined;
  /** Port to listen on; 0 selects a free port, which is printed. Default: `0`. */
  readonly port?: number | undefined;
  /** Serves the API and the pages on a separate port; 0 selects a free port. Without it, all services use one port. */
  readonly accountsPort?: number | undefined;
  /** Serves the control API and its pages on a separate port only; 0 selects a free port. Behind a reverse proxy, this closes them to its clients. */
  readonly controlPort?: number | undefined;
  /** Serves TLS, including HTTP/2. Without certificate files, the server creates a certificate and prints the CA file to trust. Default: `false`. */
  readonly tls?: boolean | undefined;
  /** Serves TLS on a separate port, beside the port without TLS; 0 selects a free port. It has the services of the main port. */
  readonly tlsPort?: number | undefined;
  /** File with the TLS certificate chain in PEM format; requires --tls-key. */
  readonly tlsCert?: string | undefined;
  /** File with the private key of the certificate in PEM format. */
  readonly tlsKey?: string | undefined;
  /** Accepts HTTP/2 without TLS from clients that start with the HTTP/2 preface. Default: `false`. */
  readonly h2c?: boolean | undefined;
  /** Sends Strict-Transport-Security in responses of the API over TLS. A server on a loopback address never sends it. Default: `false`. */
  readonly hsts?: boolean | undefined;
  /** Base of the URLs in responses of the API; without it, the base that the client used. */
  readonly baseUrl?: string | undefined;
  /** Path below which a reverse proxy serves the server, for redirects, links, cookies and URLs. The proxy may remove it from the paths of requests. Default: the path of --base-url; X-Forwarded-Prefix of a trusted proxy overrides it. */
  readonly basePath?: string | undefined;
  /** Hosts by which clients may call the API, the pages and the control API, besides loopback names and the host of --base-url; any other host gets 421. Default: only those for a server on a loopback address, and any host otherwise. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Addresses and networks of proxies whose forwarding headers are used: X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Prefix. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Where users, applications and tokens are stored: memory, sqlite:PATH or a postgres URL. Default: `memory`. */
  readonly database?: string | undefined;
  /** Maximum number of connections to PostgreSQL; `max=` in the URL overrides it. Default: `10`. */
  readonly databasePoolSize?: number | undefined;
  /** Maximum time to wait for a connection to PostgreSQL, in seconds; then requests get 503. `connect_timeout=` in the URL overrides it. Default: `10s`. */
  readonly databaseConnectTimeout?: number | string | undefined;
  /** Maximum time of a statement of PostgreSQL, in seconds; then it is cancelled, and requests get 503. `statement_timeout=` in the URL, in milliseconds, overrides it. Default: `15s`. */
  readonly databaseStatementTimeout?: number | string | undefined;
  /** Maximum time to wait for a lock of the database, in seconds; then requests get 503. `lock_timeout=` in the URL, in milliseconds, overrides it. Default: `10s`. */
  readonly databaseLockTimeout?: number | string | undefined;
  /** Maximum size of a request body and of a WebSocket message; larger bodies get 413. Endpoints that return the body as JSON, such as /post, read 32 MiB at most, and the API and its pages 1 MiB. Default: `16m`. */
  readonly maxBodySize?: number | string | undefined;
  /** Maximum total size of request bodies and WebSocket messages in memory; beyond it, requests get 503 with Retry-After. Default: `256m`. */
  readonly maxTotalBodySize?: number | string | undefined;
  /** Maximum size of a body that /upload reads; it stores nothing. Default: `1g`. */
  readonly maxUploadSize?: number | string | undefined;
  /** Maximum size of a body that /bytes, /stream-bytes, /range and similar endpoints generate. Default: `100k`. */
  readonly maxGeneratedSize?: number | string | undefined;
  /** Maximum number of concurrent requests and WebSocket connections of one client, which is an IPv4 address or an IPv6 /64 network; further requests get 429, except for the control API. 0 sets no limit. Default: `1000`. */
  readonly maxConcurrency?: number | undefined;
  /** Maximum delay of a response, in seconds. Default: `10s`. */
  readonly maxDuration?: number | string | undefined;
  /** Time in seconds for which an idle connection of HTTP/1 or HTTP/2 is kept, and which Keep-Alive announces in whole seconds. It should be longer than that of a load balancer in front. Default: `75s`. */
  readonly keepAliveTimeout?: number | string | undefined;
  /** What requests get that no rule responds to: pass (the response of the endpoint), 404, or fail (404; fixtures fail the test, and sparring run exits with 1). Default: `pass`. */
  readonly unmatched?: 'pass' | '404' | 'fail' | undefined;
  /** The name of a header that selects the bin of a request, as Sparring-Bin does: for applications that forward a correlation ID only. Values that are no names of bins are ignored. */
  readonly binHeader?: string | undefined;
  /** Hosts, on any port, that redirects may lead to; without it, any host. */
  readonly allowedRedirectDomains?: readonly string[] | undefined;
  /** Permits headers and cookies from the testing service that affect the sign-in pages on the same origin, such as Clear-Site-Data and Strict-Transport-Security. Default: `false`. */
  readonly allowOriginHeaders?: boolean | undefined;
  /** The labs of the testing service: faults, sequences, limits, informational, or none. The directives and paths of other labs are unknown. Default: `faults,sequences,limits,informational`. */
  readonly enabledLabs?: readonly ('faults' | 'sequences' | 'limits' | 'informational')[] | undefined;
  /** Returns the host name of the machine at /hostname, instead of sparring. Default: `false`. */
  readonly realHostname?: boolean | undefined;
  /** Number of failed sign-ins after which a login is locked; 0 never locks. Default: `10`. */
  readonly lockoutFailures?: number | undefined;
  /** Duration of the lock, from the first failure, in seconds. Default: `15m`. */
  readonly lockoutDuration?: number | string | undefined;
  /** Permits a one-time password to be used again while it is valid. Default: `true`. */
  readonly oneTimePasswordReuse?: boolean | undefined;
  /** How long a browser session lasts without a request, in seconds; 0 sets no limit. Every session ends after two weeks. Default: `8h`. */
  readonly sessionIdleTimeout?: number | string | undefined;
  /** Cost of password hashes: standard, or test, which is fast and insecure. Default: `test` for a database in memory, else `standard`. */
  readonly passwordCost?: 'standard' | 'test' | undefined;
  /** The release whose behavior the API has: ghes-2.18, ghes-2.22, ghes-3.0, ghes-3.1, ghes-3.2, github-2020. Default: `ghes-3.0`. */
  readonly apiVersion?:
    | 'ghes-2.18'
    | 'ghes-2.22'
    | 'ghes-3.0'
    | 'ghes-3.1'
    | 'ghes-3.2'
    | 'github-2020'
    | undefined;
  /** Sends Deprecation, Sunset and Link headers in responses of the API. Default: `true`. */
  readonly deprecationHeaders?: boolean | undefined;
  /** Rate limit of the API: calls per hour and user, counted by all processes together; 0 sets no limit. Default: that of the release. */
  readonly rateLimit?: number | undefined;
  /** Rejects calls of the API without credentials, like GitHub Enterprise Server in private mode. Default: `false`. */
  readonly privateMode?: boolean | undefined;
  /** Accepts passwords in the API. Without them, it is like an instance with SAML, CAS or LDAP: every password gets 401, and /meta reports that none can be verified. Users still sign in on the pages. Default: `true`. */
  readonly apiPasswords?: boolean | undefined;
  /** Requires a note for personal tokens. Default: that of the release. */
  readonly noteRequired?: boolean | undefined;
  /** Accepts client_id in the body of PUT /authorizations/clients/{client_id}, which go-github sends for a request with ClientID; otherwise the key is rejected. Default: `false`. */
  readonly lenientPut?: boolean | undefined;
  /** Sends Location when PUT /authorizations/clients/{client_id} finds an authorization, as the documentation of GitHub says; recorded responses have none. Default: `false`. */
  readonly putLocation?: boolean | undefined;
  /** Maximum number of rows in the audit; 0 disables it. Default: `100000`. */
  readonly auditLimit?: number | undefined;
  /** Serves the control API at /_sparring: to programs on this machine, and to clients with the token. Default: `true`. */
  readonly control?: boolean | undefined;
  /** Token that all clients of the control API need, programs on this machine included. Without it, programs on this machine need none, and clients on other machines have no access. Process lists show the flag. */
  readonly controlToken?: string | undefined;
  /** Makes ids, tokens and all other random values the same on each run; they are then known to everyone. Needs one process. */
  readonly randomSeed?: number | undefined;
  /** Maximum number of requests to the testing service that the journal keeps; 0 disables it. Default: 1000 on a loopback address or with a control token, otherwise 0. */
  readonly journal?: number | undefined;
  /** Maximum number of bytes that the journal keeps of each body, up to 1m. Default: `1m`. */
  readonly journalBodySize?: number | string | undefined;
  /** Maximum total number of bytes that the journal keeps; then the oldest requests are removed. Default: `32m`. */
  readonly journalSize?: number | string | undefined;
  /** Where the journal is: memory, or database, where it survives a restart and all processes share it; in a SQLite file or PostgreSQL. Default: `memory`. */
  readonly journalStore?: 'memory' | 'database' | undefined;
  /** Names of header fields whose values the journal does not keep. */
  readonly journalRedact?: readonly string[] | undefined;
  /** Records method, path template, status and times of requests to the API and its pages, too; never their header fields and bodies. Default: `false`. */
  readonly journalAuthorizations?: boolean | undefined;
  // settings: end
}

/** The path of a file, which is not the name of a preset. */
export type FilePath = `${string}.${string}` | `${string}/${string}`;

/** A `URL` with the scheme `file`. */
export interface FileUrl {
  readonly href: string;
  readonly protocol: string;
}

/** What a server does by one operation of its control API each. */
export interface OperationMethods {
  /** Adds users, applications, organizations and tokens, and changes those that exist but differ. */
  seed(data: SeedData): Promise<void>;
  /** Back to the state after `start`: its seed and nothing else, its clock and its random values. */
  reset(): Promise<void>;
  /** Lists text messages and e-mails that the server would have sent, newest first. */
  outbox(login?: string): Promise<Message[]>;
  /** Lists the calls of the authorization API, newest first; similar calls are combined. */
  audit(filter?: AuditFilter): Promise<Call[]>;
  readonly clock: ClockMethods;
  readonly lifecycle: LifecycleMethods;
}

/** Changes of the clock. */
export interface ClockMethods {
  /** Stops the clock at this time, or at the time that it shows. While it is frozen, a delay moves it forward and ends at once. */
  freeze(at?: number | string | Date): void;
  /** Lets the clock run from this time. */
  set(at: number | string | Date): void;
  /** Moves the clock forward by so many seconds, or by a duration such as `1h30m`. */
  advance(by: number | string): void;
  /** Back to the machine's own time. */
  release(): void;
}

/** Deprecation, brownouts and removal of the API. */
export interface LifecycleMethods {
  /** What happens at a time in milliseconds since the epoch; by default, now on the server's clock. */
  describe(at?: number): LifecycleDescription;
  /** Sets the schedule of the lifecycle: a preset, or a custom schedule. */
  set(schedule: LifecyclePreset | ScheduleData): Promise<void>;
  /** Restores the schedule that the server started with. */
  reset(): void;
}

/** A running server, and what a test does to it. */
export interface SparringServer extends OperationMethods {
  /** Such as `http://127.0.0.1:49152`, without a slash at the end. The API is at `/api/v3` below it. */
  readonly url: string;
  /** Where the API and the pages are: `url`, unless the option `accountsPort` gives them a port of their own. */
  readonly accountsUrl: string;
  /** Where the control API is, at `/_sparring`: `url`, unless the option `controlPort` gives it a port of its own. */
  readonly controlUrl: string;
  readonly port: number;
  /** With TLS, the PEM file of the authority that clients trust, for their `ca` option or NODE_EXTRA_CA_CERTS. */
  readonly caPath: string | undefined;
  /** The time that the server goes by. */
  readonly clock: Clock;
  /** Sequences of responses, and the attempts of clients. */
  readonly labs: Labs;
  /** Rules for selected requests: to the testing service, the API and its pages. */
  readonly rules: Rules;
  /**
   * Adds a rule that responds in place of the endpoint, before the call returns. Such as
   * `respond('GET /users/{id}', { json: { name: 'Mona' } })`.
   * @param match a request such as `GET /users/{id}`, or conditions.
   * @throws UsageError with every problem; then no rule is added.
   */
  respond<const Text extends string>(
    match: Text,
    response: StubResponse | Handler<PathParameters<Text>>,
    options?: StubOptions,
  ): Stub;
  respond(match: RuleMatchWithCode, response: StubResponse | Handler, options?: StubOptions): Stub;
  /** Deprecation, brownouts and removal of the API. */
  readonly lifecycle: LifecycleMethods;
  /** Keeps the whole state, to be restored as often as wanted. */
  snapshot(): Promise<Snapshot>;
  /** Brings back the state of a snapshot of this server. */
  restore(snapshot: Snapshot): Promise<void>;
  /** The requests to the testing service, and their responses. It can be read after `close`, too. */
  readonly journal: Journal;
  /**
   * A part of the journal for one test: the requests below its `url`, or with its key in the header `Sparring-Bin`.
   * Parallel tests with different keys do not see each other's requests.
   * @param key 1 to 64 letters, digits, dots, underscores, tildes and hyphens.
   */
  bin(key: string): Bin;
  /** Waits for requests in progress, then closes their connections. Idempotent. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

// The clock

/** Times are milliseconds since the epoch, dates, or text such as `2020-11-13T16:00:00Z`. */
export interface Clock extends ClockMethods {
  /** Whether it stands still. */
  isFrozen(): boolean;
  /** Whether it shows another time than the machine. */
  isMoved(): boolean;
}

// The seed

/** The state of a server at one time. It belongs to the server that made it. */
export interface Snapshot {
  /** The time on the server's clock, in UTC. */
  readonly takenAt: string;
}

// Labs

export interface Labs {
  /** The sequence at a key, which need not exist yet. */
  sequence(key: string): SequenceLab;
  /** The rate limit at a key, which need not exist yet. */
  limit(key: string): LimitLab;
}

export interface LimitLab {
  /** The latest 200 attempts, oldest first. */
  attempts(): LimitAttempt[];
  /** Deletes the limit and the attempts. Returns whether there were any. */
  delete(): boolean;
}

/** A request to a rate limit. */
export interface LimitAttempt extends Attempt, LimitOutcome {}

export interface SequenceLab {
  /** Defines the steps, and forgets the attempts. Clients call `/sequence/KEY/end`. */
  define(sequence: SequenceData): void;
  /** The latest 200 attempts, oldest first. */
  attempts(): SequenceAttempt[];
  /**
   * Resolves with the attempts when so many have ended.
   * @throws SequenceTimeout when they have not ended in time; its message names the attempts.
   */
  wait(count: number, options?: SequenceWaitOptions): Promise<SequenceAttempt[]>;
  /** Deletes the steps and the attempts. Returns whether there were any. */
  delete(): boolean;
}

/** A request to a sequence. */
export interface SequenceAttempt extends Attempt, SequenceOutcome {}

/** The attempts of `wait` have not ended in time. */
export declare class SequenceTimeout extends Error {
  override name: 'SequenceTimeout';
  /** Number of attempts that the call waited for. */
  readonly expected: number;
  /** The attempts, oldest first. */
  readonly attempts: readonly SequenceAttempt[];
  constructor(message: string, details: Pick<SequenceTimeout, 'expected' | 'attempts'>);
}

// Rules

export interface Rules {
  /**
   * Adds a rule, or all rules of a list, before the call returns. Such as
   * `{ match: { path: '/get' }, fault: 'reset@headers', count: 2 }`.
   * @throws UsageError with every problem; then no rule is added.
   */
  add(rule: RuleWithCode): ActiveRuleView;
  add(rules: readonly RuleWithCode[]): ActiveRuleView[];
  /** The rules in the order of their use. */
  list(): ActiveRuleView[];
  /**
   * Changes a rule, which keeps the number of its uses.
   * @param bin the bin of the rule, if it has one.
   * @throws UsageError when there is no rule with this id.
   */
  change(id: string, change: RuleChange, bin?: string): ActiveRuleView;
  /** False when there is no rule with this id. */
  remove(id: string, bin?: string): boolean;
  /** Removes the rules of a bin; without it, all. */
  clear(bin?: string): void;
  /**
   * Adds rules that send the recorded responses of an HTTP Archive, or of the journal, again, such as
   * `rules.import(JSON.parse(har))`. Members of the archive besides `log` say how. In the report, credentials are masked,
   * unless `secrets` is `show`.
   * @throws UsageError with every problem; then no rule is added.
   */
  import(source: RuleImport, options?: ImportOptions): Promise<ImportedRules>;
  /** Explains which rules apply to a request, such as `{ target: '/v1/users/1' }`. No count changes. */
  explain(request: RequestToExplain): Promise<Explanation>;
  /** The rules in the form in which they are added. Credentials are masked, unless `secrets` is `show`. */
  export(options?: ExportOptions): Rule[];
  /** The latest 100 errors of handlers and of functions of matches, whose requests got 500. `clear` and a reset forget them. */
  errors(): RuleError[];
  /**
   * Checks that every request matched a rule, and that the required rules were used.
   * @throws VerificationError with the unmatched requests, their nearest rules, and the unused rules.
   */
  verify(options?: RuleVerification): void;
}

export interface RuleVerification {
  /** The scope: a bin, or with an empty text, the server. Default: all. */
  readonly bin?: string | undefined;
  /** Whether unmatched requests count. Default: `true`. */
  readonly unmatched?: boolean | undefined;
  /** The rules that have to be used: the required ones, or also all enabled ones that no seed has added. Default: `required`. */
  readonly unused?: 'required' | 'added' | undefined;
}

export interface ImportOptions extends SecretsOptions {
  /** Whether no rule is added. */
  readonly dry?: boolean;
}

export interface ExportOptions extends SecretsOptions {
  /** The rules of this bin; with an empty text, those of the server. */
  readonly bin?: string;
}

/** An error of the code of a rule. */
export interface RuleError {
  /** The id of the rule. */
  readonly id: string;
  /** The bin of the rule, if it has one. */
  readonly bin?: string;
  /** The place of the call that has added the rule, such as `users.test.ts:12`. */
  readonly source: string;
  readonly error: unknown;
}

/** A rule, with code in its match, or a handler as its response. */
export interface RuleWithCode extends Omit<Rule, 'match' | 'respond'> {
  readonly match?: RuleMatchWithCode;
  readonly respond?: StubResponse | Handler;
}

/** Decides about a request. It must not return a promise. */
export type RequestTest = (request: ReceivedRequest) => boolean;

/** Decides about a text: a regular expression, a function, or an asymmetric matcher of a test runner. */
export type TextTest = RegExp | ((value: string) => boolean) | AsymmetricMatcher;

/** A matcher such as `expect.any(String)` of Jest and Vitest. In `json`, `at` and `variables`, it can be in place of any value. */
export interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
}

/** Members of a match with code in place of conditions. */
interface MembersWithCode {
  readonly method?: MethodCondition | TextTest;
  readonly path?: TextCondition | TextTest;
  readonly url?: TextCondition | TextTest;
  readonly target?: TextCondition | TextTest;
  readonly host?: TextCondition | TextTest;
  readonly endpoint?: TextCondition | TextTest;
  readonly query?: NamesWithCode;
  readonly headers?: NamesWithCode;
  readonly cookies?: NamesWithCode;
  readonly body?: BodyMatch | BodyWithCode | TextTest;
  readonly not?: WithCode<RequestMatch>;
  readonly any_of?: readonly WithCode<RequestMatch>[];
}

type NamesWithCode = Readonly<Record<string, ValuesCondition | TextTest>>;

interface BodyWithCode extends Omit<Exclude<BodyMatch, string>, 'text' | 'form' | 'parts'> {
  readonly text?: TextCondition | TextTest;
  readonly form?: NamesWithCode;
  readonly parts?: readonly PartWithCode[];
}

interface PartWithCode extends Omit<PartMatch, 'name' | 'filename' | 'type' | 'text' | 'headers'> {
  readonly name?: TextCondition | TextTest;
  readonly filename?: TextCondition | TextTest;
  readonly type?: TextCondition | TextTest;
  readonly text?: TextCondition | TextTest;
  readonly headers?: NamesWithCode;
}

type WithCode<Conditions> = (Omit<Conditions, keyof MembersWithCode> & MembersWithCode) | RequestTest;

/** A match of requests that have arrived, with code in place of conditions, or a function for the whole request. */
export type MatchWithCode = WithCode<Match>;

/** A match of a rule, with code in place of conditions, or a function for the whole request. */
export type RuleMatchWithCode = WithCode<RuleMatch>;

/**
 * Responds to a request with the directives of `/compose`, with a `Response` of Fetch, or with undefined, which declines the
 * request: then the next rule is asked. An error gets 500.
 */
export type Handler<Params = Readonly<Record<string, string | number>>> = (
  request: ReceivedRequest,
  use: { readonly params: Params /** Number of the use of the rule. */; readonly n: number },
) => HandlerResult | Promise<HandlerResult>;

export type HandlerResult = ResponseForm | FetchResponse | undefined;

/** What the type `Response` of Fetch has in all versions of it. */
export interface FetchResponse {
  readonly status: number;
  readonly statusText: string;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The captures of a text such as `GET /users/{id:int}`, with their types. */
export type PathParameters<Text extends string> = string extends Text
  ? Readonly<Record<string, string | number>>
  : Text extends `${string}{${infer Capture}}${infer Rest}`
    ? CaptureOf<Capture> & PathParameters<Rest>
    : unknown;

type CaptureOf<Capture extends string> = Capture extends `${infer Name}:int`
  ? { readonly [Key in Name]: number }
  : Capture extends `${infer Name}:${string}` | `${infer Name}*`
    ? { readonly [Key in Name]: string }
    : { readonly [Key in Capture]: string };

/** A rule that responds in place of the endpoint. */
export interface Stub {
  readonly id: string;
  /** Number of requests that it answered. */
  readonly applied: number;
  /** The recorded requests that it answered. */
  requests(): RecordedExchange[];
  /** Resolves with the first request that it answers. */
  next(options?: Omit<NextOptions, 'count'>): Promise<RecordedExchange>;
  /** Replaces the response. */
  update(response: StubResponse | Handler): void;
  /** False when it does not exist any more. */
  remove(): boolean;
  [Symbol.dispose](): void;
}

/** A response, or a list of responses in turn. */
export type StubResponse = NonNullable<Rule['respond']>;

/** Members of a rule besides its match and its response. */
export type StubOptions = Pick<
  Rule,
  | 'id'
  | 'bin'
  | 'after'
  | 'count'
  | 'priority'
  | 'probability'
  | 'toxicity'
  | 'enabled'
  | 'ttl'
  | 'required'
  | 'note'
>;

// The journal

/**
 * The recorded requests of a server or of a bin. A match is a path such as `/users/{id}`, a method and a path such as
 * `GET /users/{id}`, conditions, or a function. Only the latest requests are kept (option `journal`). Every member throws an
 * error when the journal is disabled.
 */
export interface Journal extends AsyncIterable<RecordedExchange> {
  /**
   * Resolves with the next request that matches: each call with the same match returns another one, in the order of their
   * arrival. A request that arrived before the call counts, too, unless `after` excludes it.
   * @throws JournalTimeout when no request matches in time; its message names the most similar requests.
   */
  next(
    match?: string | MatchWithCode,
    options?: NextOptions & { readonly count?: undefined },
  ): Promise<RecordedExchange>;
  /** Resolves with the next `count` requests that match, in the order of their arrival. */
  next(
    match: string | MatchWithCode,
    options: NextOptions & { readonly count: number },
  ): Promise<RecordedExchange[]>;
  /**
   * Resolves with the first request that matches, also if it arrived before the call, or `next` has returned it. The same
   * call returns the same request again.
   * @throws JournalTimeout as `next` does.
   */
  waitFor(
    match?: string | MatchWithCode,
    options?: NextOptions & { readonly count?: undefined },
  ): Promise<RecordedExchange>;
  /** Resolves with the first `count` requests that match, in the order of their arrival. */
  waitFor(
    match: string | MatchWithCode,
    options: NextOptions & { readonly count: number },
  ): Promise<RecordedExchange[]>;
  /** The recorded requests that match, in the order of their arrival; without a match, all. */
  all(match?: string | MatchWithCode): RecordedExchange[];
  /** The latest request that matches. */
  last(match?: string | MatchWithCode): RecordedExchange | undefined;
  /** Number of requests that match. */
  count(match?: string | MatchWithCode): number;
  /** The recorded requests that no rule took, though one was expected to: those that fail a test with `unmatched: 'fail'`. */
  unmatched(): RecordedExchange[];
  /**
   * Checks at once how many of the requests that have arrived match.
   * @param count a number, or the limits of one. The default is at least one request.
   * @throws VerificationError, whose message names the most similar requests.
   */
  verify(match?: string | MatchWithCode, count?: ExpectedCount): void;
  /**
   * Checks at once that requests have arrived that match one after the other. Others may be between them.
   * @param matches 1 to 100 matches.
   * @throws VerificationError for the first match without a request, whose message names the most similar requests after the one before.
   */
  verifyOrder(matches: readonly (string | MatchWithCode)[]): void;
  /**
   * Resolves when no request that matches has arrived by the end of a time.
   * @throws VerificationError at once when a request matches.
   */
  expectNone(match?: string | MatchWithCode, options?: ExpectNoneOptions): Promise<void>;
  /**
   * Calls the listener for each request: when its head has arrived (`request`), when its body is complete (`body`), or
   * when its response is complete or its connection is closed (`done`).
   * @returns a function that removes the listener.
   */
  on(event: JournalEvent, listener: (exchange: RecordedExchange) => void): () => void;
  /**
   * The recorded requests whose responses are complete, then each further one when it is complete. Ends when the server
   * is closed, or the bin.
   */
  [Symbol.asyncIterator](): AsyncIterator<RecordedExchange, undefined>;
  /** Connections without a valid request: what the parser rejected, failed TLS handshakes, and connections without a byte. A bin has none. */
  failures(): RecordedFailure[];
  /** The latest requests as text, for the output of a failed test: status, rules and faults, without credentials. */
  report(): string;
  /** The exchanges as an HTTP Archive 1.2. Credentials are masked, unless `secrets` is `show`. */
  har(options?: HarOptions): Har;
  /** Code that sends a recorded request again; with `http`, the message itself. Credentials are masked, unless `secrets` is `show`. */
  snippet(exchange: RecordedExchange, format: SnippetFormat, options?: SecretsOptions): string;
  /** The differences of two requests. Credentials are masked, unless `secrets` is `show`. */
  diff(before: RecordedExchange, after: RecordedExchange, options?: SecretsOptions): Difference[];
  /** Removes all entries of the server or of the bin. */
  clear(): void;
  /** Number of entries of the server that were removed to stay within its limits. */
  readonly dropped: number;
}

/** A part of the journal. */
export interface Bin {
  /** The base URL for the client under test, such as `http://127.0.0.1:49152/bin/t1`, without a slash at the end. */
  readonly url: string;
  /** The requests of this bin. */
  readonly journal: Journal;
  /** As `respond` of the server, for the requests of this bin. */
  respond<const Text extends string>(
    match: Text,
    response: StubResponse | Handler<PathParameters<Text>>,
    options?: Omit<StubOptions, 'bin'>,
  ): Stub;
  respond(
    match: RuleMatchWithCode,
    response: StubResponse | Handler,
    options?: Omit<StubOptions, 'bin'>,
  ): Stub;
  /** Removes the entries and the rules of the bin, and ends the waits and iterations of `journal`. */
  close(): void;
  [Symbol.dispose](): void;
}

/** A number of requests, or its limits. */
export type ExpectedCount = number | { readonly min?: number; readonly max?: number };

/** The requests, the rules or a body are not those that a check expects. */
export declare class VerificationError extends Error {
  override name: 'VerificationError';
  constructor(message: string);
}

/** The requests of `next` or `waitFor` did not arrive in time. */
export declare class JournalTimeout extends Error {
  override name: 'JournalTimeout';
  readonly expected: string | MatchWithCode;
  /** The most similar requests, best first. */
  readonly nearest: readonly NearMiss[];
  /** Number of requests that arrived in the bin that the match names, or in all. */
  readonly arrived: number;
  constructor(message: string, details: Pick<JournalTimeout, 'expected' | 'nearest' | 'arrived'>);
}

/** A request that does not match. */
export interface NearMiss {
  readonly exchange: RecordedExchange;
  /** The similarity, from 0 to 1. */
  readonly score: number;
  /** Such as `{ part: 'method', text: 'expected POST, got GET' }`. Credentials are masked. */
  readonly differences: readonly { readonly part: string; readonly text: string }[];
}

/** A request with its response, as they were at the time of the call. */
export interface RecordedExchange extends ExchangeSummary {
  readonly request: RecordedRequest;
  /** Null if no head of a response was sent yet. */
  readonly response: RecordedResponse | null;
}

/** An instance of a class of the Fetch standard, in projects whose types have it: those of Node or of the DOM. */
type FetchInstance<Name extends string, Otherwise> =
  typeof globalThis extends Record<Name, { readonly prototype: infer Instance }> ? Instance : Otherwise;

/** `Headers` of the Fetch standard. */
export type FetchHeaders = FetchInstance<
  'Headers',
  Iterable<[string, string]> & {
    get(name: string): string | null;
    getSetCookie(): string[];
    has(name: string): boolean;
  }
>;

/** `FormData` of the Fetch standard. */
export type FetchFormData = FetchInstance<
  'FormData',
  Iterable<[string, unknown]> & {
    get(name: string): unknown;
    getAll(name: string): unknown[];
    has(name: string): boolean;
  }
>;

/** A recorded message, with the accessors of the class `Request` of the Fetch standard. Nothing is asynchronous. */
export interface RecordedMessage {
  /** The header fields by name, in any case. */
  readonly headers: FetchHeaders;
  /** The header fields in their case, order and number. */
  readonly headerLines: readonly Pair[];
  /** The trailer fields in their case, order and number. */
  readonly trailerLines: readonly Pair[];
  /** The size of the body after removal of the transfer coding. The journal keeps its first bytes (option `journalBodySize`). */
  readonly body: BodySummary;
  /** The kept bytes of the body. */
  bytes(): Uint8Array;
  /** The kept bytes of the body as text; null if they are not UTF-8. */
  text(): string | null;
  /** The body as JSON. Throws for other content, and for a truncated body. */
  json(): unknown;
  /**
   * The same, checked.
   * @param schema of a library of the Standard Schema, such as Zod, Valibot or ArkType; one that is not asynchronous.
   * @throws VerificationError with every issue of the schema.
   */
  json<Output>(schema: StandardSchema<Output>): Output;
}

/** The part of a schema of the Standard Schema (version 1) that checks a value. */
export interface StandardSchema<Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

/** The value that a schema returns, or the issues of one that it rejects. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export interface RecordedRequest extends RequestSummary, Omit<ReceivedRequest, keyof RequestSummary> {}

/** A request with its body, as handlers and functions of matches get it. */
export interface ReceivedRequest extends RecordedMessage {
  readonly method: string;
  /** The request target as received. */
  readonly target: string;
  /** The absolute URL. */
  readonly url: string;
  /** The path without the prefix of a bin, still percent-encoded. */
  readonly path: string;
  /** Names and values of the query, decoded. */
  readonly query: readonly Pair[];
  /**
   * The fields of a body of type `application/x-www-form-urlencoded` or `multipart/form-data`. Throws for another type, and for a
   * truncated body.
   */
  formData(): FetchFormData;
  /** The parts of a body of type `multipart/form-data`, with their header fields. Throws for another type, and for a truncated body. */
  multipart(): MultipartPart[];
}

export interface RecordedResponse extends ResponseSummary, RecordedMessage {}

export interface MultipartPart {
  readonly name: string | null;
  readonly filename: string | null;
  readonly headerLines: readonly Pair[];
  readonly content: Uint8Array;
}

/** A connection on which the server received no valid request. */
export interface RecordedFailure extends FailureSummary {
  /** The first bytes that the parser rejected, up to 8 KiB. */
  readonly raw: Uint8Array;
}

export interface HarOptions extends SecretsOptions {
  /** Only the exchanges that match. */
  readonly match?: string | MatchWithCode | undefined;
}

/** A finished request, as `observe` gets it. */
export interface Finished {
  /** Identifies the request in the log. */
  readonly requestId: string;
  /** The id of its entry in the journal; undefined without one. */
  readonly entry: number | undefined;
  /** The trace and the span of the field `traceparent`, if it is valid (W3C Trace Context). */
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly method: string;
  /** The template of the path, such as `/status/{codes}`; empty when no endpoint was found. */
  readonly template: string;
  readonly service: string;
  /** The status of the response; 0 when the connection was closed before its head. */
  readonly status: number;
  /** From the head of the request to the end of the response, in real time. */
  readonly milliseconds: number;
  /** Length of the content of the response. */
  readonly bytes: number;
  readonly protocol: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2';
  /** The address of the client. */
  readonly peer: string;
}

export interface Log {
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
  error(message: string, details?: object): void;
}
