// The data types of the library. `npm run docs` prints them from the schemas by which the server checks its input and its
// tests check its output.

/** The report of the conformance suite: its cases with their results. */
export interface ConformanceReport {
  readonly format: 1;
  readonly suite: string;
  /** The version of Sparring. */
  readonly server: string;
  readonly client: {
    readonly name: string;
    readonly version: string;
    /** The runtime of the client, its library of TLS, and the packages beneath. */
    readonly versions?: Readonly<Record<string, string>>;
    readonly language?: string;
    readonly adapter?: string;
    readonly notes?: string;
    readonly supports: readonly string[];
    readonly defaults?: Readonly<Record<string, unknown>>;
  };
  readonly platform: string;
  readonly started: string;
  readonly ms: number;
  /** Whether the run ended before its last case. */
  readonly partial: boolean;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly counts: {
    readonly R: {
      readonly pass: number;
      readonly fail: number;
      readonly unsupported: number;
      readonly inconclusive: number;
      readonly value: number;
    };
    readonly X: {
      readonly pass: number;
      readonly fail: number;
      readonly unsupported: number;
      readonly inconclusive: number;
      readonly value: number;
    };
    readonly B: {
      readonly pass: number;
      readonly fail: number;
      readonly unsupported: number;
      readonly inconclusive: number;
      readonly value: number;
    };
    readonly S: {
      readonly pass: number;
      readonly fail: number;
      readonly unsupported: number;
      readonly inconclusive: number;
      readonly value: number;
    };
    readonly I: {
      readonly pass: number;
      readonly fail: number;
      readonly unsupported: number;
      readonly inconclusive: number;
      readonly value: number;
    };
  };
  readonly cases: readonly ({
    readonly id: string;
    readonly revision: number;
    readonly since: string;
    readonly level: 'R' | 'X' | 'B' | 'S' | 'I';
    readonly clause: string;
    /** The sentence of the clause, word by word. */
    readonly quote?: string;
    /** Why the case has its level, if the sentence has no word for it. */
    readonly because?: string;
    readonly group: string;
    /** The rule in one sentence. */
    readonly expected: string;
    readonly result: 'pass' | 'fail' | 'unsupported' | 'inconclusive' | 'value' | 'skipped';
    /** wrong, hang or crash of a failure; a text for others. */
    readonly reason?: string;
    readonly got?: string;
    /** The choice of the client, of level I. */
    readonly value?: string;
    /** The results of all runs of the case. */
    readonly repeats: readonly string[];
    readonly ms: number;
    readonly requests?: readonly unknown[];
    readonly outcomes?: readonly unknown[];
    readonly transcript?: readonly ({
      readonly port: string;
      readonly connection: number;
      readonly from: 'client' | 'server';
      readonly ms: number;
      readonly text?: string;
      readonly base64?: string;
      readonly end?: 'FIN' | 'RST';
      readonly cut?: number;
    })[];
    /** The requests, as the suite read them from the bytes. */
    readonly journal?: readonly ({
      readonly port: string;
      readonly connection: number;
      readonly ms: number;
      readonly method: string;
      readonly target: string;
      readonly fields: readonly Pair[];
      readonly trailers?: readonly Pair[];
      readonly framing: 'none' | 'length' | 'chunked';
      readonly content: {
        readonly length: number;
        readonly sha256: string;
      };
      readonly isComplete: boolean;
      /** What RFC 9112 forbids in it. */
      readonly problems?: readonly string[];
    })[];
  })[];
  /** Number of inconclusive cases whose response the server did not send as declared. */
  readonly unsent: number;
  /** Why the run proves little, such as `nothing was tested`. */
  readonly problem?: string;
  readonly noise: {
    readonly lines: number;
    readonly first: readonly string[];
    /** Outcomes of requests that had ended: after their deadline, or a second one. */
    readonly late?: number;
  };
  readonly restarts: number;
}

/** Users, applications, organizations, and tokens whose clear text is known. */
export interface SeedData {
  /** The URL of this schema, for editors. */
  readonly $schema?: string;
  /** A list of users. */
  readonly users?: readonly SeedUser[];
  /** A list of applications. */
  readonly applications?: readonly SeedApplication[];
  /** A list of organizations. */
  readonly organizations?: readonly SeedOrganization[];
  /** A list of authorizations. */
  readonly authorizations?: readonly SeedAuthorization[];
  /** An object of sequences of responses by key. */
  readonly sequences?: Readonly<Record<string, SequenceData>>;
  /** A list of at most 1000 rules. */
  readonly rules?: readonly Rule[];
  /** A list of { mode: … } and { bin: …, mode: … }. */
  readonly unmatched?: readonly ({
    /** The bin. Without it, the mode is that of the server, and of all bins without their own. */
    readonly bin?: string;
    /** What requests get that no rule responds to: `pass` (the response of the endpoint), `404`, or `fail`, which is 404 and fails a test at its end. */
    readonly mode: 'pass' | '404' | 'fail';
  })[];
}

/** A user. */
export interface SeedUser {
  /** 1 to 39 letters, digits, dashes, dots and underscores, the first a letter or a digit. */
  readonly login: string;
  /** 1 to 200 characters, none of them a control character. */
  readonly password: string;
  /** A name of 1 to 255 characters on one line, or null. */
  readonly name?: string | null;
  /** An e-mail address of 1 to 255 characters on one line, or null. */
  readonly email?: string | null;
  /** { method: app, secret: … }, { method: sms, phone: "+…" } or null. */
  readonly two_factor?: SeedTwoFactorApp | SeedTwoFactorSms | null;
  readonly site_admin?: boolean;
  readonly email_verified?: boolean;
  readonly suspended?: boolean;
}

/** The second factor by an authenticator app. */
export interface SeedTwoFactorApp {
  readonly method: 'app';
  /** The secret in base32, at least 16 letters and digits from 2 to 7. */
  readonly secret: string;
}

/** The second factor by text messages. */
export interface SeedTwoFactorSms {
  readonly method: 'sms';
  /** A telephone number of a plus sign and up to 15 digits, such as +15550100. */
  readonly phone: string;
}

/** An OAuth application; `owner` is the login of a user. */
export interface SeedApplication {
  /** A name of 1 to 255 characters on one line. */
  readonly name: string;
  /** A URL that begins with http:// or https://. */
  readonly url: string;
  /** 1 to 20 letters, digits, dots, dashes and underscores, but not twenty zeros. */
  readonly client_id: string;
  /** 8 to 40 visible ASCII characters. */
  readonly client_secret: string;
  /** A user's login, or null. */
  readonly owner?: string | null;
  /** A description of 1 to 255 characters on one line, or null. */
  readonly description?: string | null;
  /** A URL that begins with http:// or https://, or null. */
  readonly callback_url?: string | null;
}

/** An organization. With `saml`, a token must be allowed for it. */
export interface SeedOrganization {
  /** 1 to 39 letters, digits, dashes, dots and underscores, the first a letter or a digit. */
  readonly login: string;
  /** A name of 1 to 255 characters on one line, or null. */
  readonly name?: string | null;
  /** A list of logins. */
  readonly members?: readonly string[];
  readonly saml?: 'off' | 'enforced';
}

/** The token of a user; without `client_id`, a personal access token. */
export interface SeedAuthorization {
  /** 1 to 39 letters, digits, dashes, dots and underscores, the first a letter or a digit. */
  readonly user: string;
  /** 1 to 20 letters, digits, dots, dashes and underscores, but not twenty zeros. */
  readonly client_id?: string;
  /** 16 to 255 visible ASCII characters. */
  readonly token: string;
  /** A list of scopes. */
  readonly scopes?: readonly string[];
  /** A note of 1 to 255 characters on one line, or null. */
  readonly note?: string | null;
  /** A URL that begins with http:// or https://, or null. */
  readonly note_url?: string | null;
  /** A fingerprint of 1 to 255 characters on one line, or null. */
  readonly fingerprint?: string | null;
  /** A list of organizations that the token is allowed for. */
  readonly organizations?: readonly string[];
}

/** A sequence of responses, for tests of retries. */
export interface SequenceData {
  /** A list of 1 to 64 steps. */
  readonly steps: readonly (string | SequenceStep)[];
  readonly after?: 'last' | 'first' | 'gone';
  /** Must be key, path, connection, header:NAME, idempotency or idempotency,replay. */
  readonly by?: string;
}

/** A response of a sequence, and how many requests get it. */
export interface SequenceStep {
  /** A status from 200 to 999, or a text of several with weights, such as 503:1,200:3. */
  readonly status?: number | string;
  /** An object of names with a value or a list of values, or a list of names and values. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | readonly Pair[];
  /** A cookie with its attributes, or a list of cookies. */
  readonly cookie?: string | readonly string[];
  /** The Location of a redirect. The default status is 302. */
  readonly redirect?: string;
  /** JSON content: any value. */
  readonly json?: unknown;
  /** Text content. */
  readonly body?: string;
  /** Binary content in base64. */
  readonly base64?: string;
  /** Content of this many bytes. */
  readonly bytes?: number;
  /** The Content-Type, or `none`. */
  readonly type?: string;
  /** The encoding of `body`. */
  readonly charset?: 'utf-8' | 'iso-8859-1' | 'utf-16le';
  /** A content coding, or a list of codings. */
  readonly coding?: 'zstd' | 'br' | 'gzip' | 'deflate' | 'identity' | readonly ('zstd' | 'br' | 'gzip' | 'deflate' | 'identity')[];
  /** A number of seconds before the headers, or a text such as 200ms or 0.2..0.8. */
  readonly delay?: number | string;
  /** A number of seconds between the headers and the content, or a text such as 200ms. */
  readonly pause?: number | string;
  /** Bytes of content per second. */
  readonly rate?: number;
  /** Size of each chunk in bytes. */
  readonly chunk?: number;
  /** COUNT,SECONDS: content in so many chunks, spread over the time. */
  readonly dribble?: string;
  /** A fault of the message or its connection, such as reset@headers. */
  readonly fault?: string;
  /** A trailer, such as `X-Sum: 1`, or a list of trailers. */
  readonly trailer?: string | readonly string[];
  /** An informational response before the response, or a list of them. */
  readonly inform?: string | readonly string[];
  /** The behaviour towards Expect: 100-continue. */
  readonly expect?: string;
  /** Number of requests that get the step. */
  readonly times?: number;
  /** A number of seconds, or a text such as 500ms, by the clock of the server, for which all requests get the step, from the first one on, in place of `times`. */
  readonly open?: number | string;
}

/** For which requests, what it does, and how often. Only `error`, `fault`, `delay` and `dribble` can be combined. */
export interface Rule {
  /** 1 to 64 letters, digits, dots, underscores, tildes and hyphens. By default, a number. */
  readonly id?: string;
  /** Conditions for requests. `path` is the path without the prefix of a bin: a template such as `/users/{id}` or `/files/{rest*}`, or a condition for the path, encoded or decoded; `url` the absolute URL; `target` the request target as received; `host` the name of the host in lower case, without its port; `endpoint` a template of an endpoint such as `/status/{codes}`. */
  readonly match?: RuleMatch;
  /** The response in place of the endpoint, of the directives of `/compose`, or a list of responses in turn. */
  readonly respond?: ResponseForm | readonly ResponseStep[];
  /** The endpoint responds, and no rule with `respond` that comes later. */
  readonly pass?: true;
  /** Responds with this error, in the format of the service, without calling the endpoint. */
  readonly error?: {
    readonly status: number;
    /** The message of the response. */
    readonly message?: string;
    /** The seconds of Retry-After. */
    readonly retry_after?: number;
  };
  /** A fault of the message or its connection, as in `/compose`, such as reset@headers. */
  readonly fault?: string;
  /** A number of seconds, or a text as `delay` of `/compose`, such as 200ms or 0.2..0.8. */
  readonly delay?: number | string;
  /** COUNT,SECONDS: sends the content in so many chunks, spread over the time. */
  readonly dribble?: string;
  /** Closes the connection without a response. */
  readonly drop?: true;
  /** Responds with 403, as if the rate limit of the API were exceeded. */
  readonly rate_limit?: true;
  /** Responds with 403, as if the calling user were suspended. */
  readonly suspended?: true;
  /** Responds with 403, as if the login were locked after too many failed sign-ins. */
  readonly lockout?: true;
  /** Number of requests that the rule applies to; 0 applies it to every request. The default is 0 for `respond` and `pass`, and 1 for others. */
  readonly count?: number;
  /** Rules with a higher priority come first. The default is 0. */
  readonly priority?: number;
  /** Whether the rule can apply. The default is true. */
  readonly enabled?: boolean;
  /** Beside a list in `respond`, what a request after the last step gets: this step again (the default), the first one, or 410. */
  readonly after?: 'last' | 'first' | 'gone';
  /** Beside a list in `respond`, what distinguishes callers, each of which gets the steps from the first on: `path`, `connection`, `header:NAME`, `idempotency`, or `key` for one list of all callers (the default). A rule keeps 1,000 callers. */
  readonly by?: string;
  /** The share of matching requests that the rule applies to, from 0 to 1. The default is 1. */
  readonly probability?: number;
  /** The share of connections whose requests the rule applies to, from 0 to 1. The default is 1. */
  readonly toxicity?: number;
  /** The bin of the requests. Rules of a bin come before rules without one. */
  readonly bin?: string;
  /** A number of seconds greater than 0, or a text such as 10m, after which the rule is removed. */
  readonly ttl?: number | string;
  /** Whether the rule has to be used. The default is false. */
  readonly required?: boolean;
  /** A text for people. */
  readonly note?: string;
}

/** A response, of the directives of `/compose`. */
export interface ResponseForm {
  /** A status from 200 to 999, or a text of several with weights, such as 503:1,200:3. */
  readonly status?: number | string;
  /** An object of names with a value or a list of values, or a list of names and values. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | readonly Pair[];
  /** A cookie with its attributes, or a list of cookies. */
  readonly cookie?: string | readonly string[];
  /** The Location of a redirect. The default status is 302. */
  readonly redirect?: string;
  /** JSON content: any value. */
  readonly json?: unknown;
  /** Text content. */
  readonly body?: string;
  /** Binary content in base64. */
  readonly base64?: string;
  /** The content of a file below the folder of the seed, or of the file of rules, that names it. Only these files can have it. */
  readonly file?: string;
  /** Content of this many bytes. */
  readonly bytes?: number;
  /** The Content-Type, or `none`. */
  readonly type?: string;
  /** The encoding of `body`. */
  readonly charset?: 'utf-8' | 'iso-8859-1' | 'utf-16le';
  /** A content coding, or a list of codings. */
  readonly coding?: 'zstd' | 'br' | 'gzip' | 'deflate' | 'identity' | readonly ('zstd' | 'br' | 'gzip' | 'deflate' | 'identity')[];
  /** A number of seconds before the headers, or a text such as 200ms or 0.2..0.8. */
  readonly delay?: number | string;
  /** A number of seconds between the headers and the content, or a text such as 200ms. */
  readonly pause?: number | string;
  /** Bytes of content per second. */
  readonly rate?: number;
  /** Size of each chunk in bytes. */
  readonly chunk?: number;
  /** COUNT,SECONDS: content in so many chunks, spread over the time. */
  readonly dribble?: string;
  /** A fault of the message or its connection, such as reset@headers. */
  readonly fault?: string;
  /** A trailer, such as `X-Sum: 1`, or a list of trailers. */
  readonly trailer?: string | readonly string[];
  /** An informational response before the response, or a list of them. */
  readonly inform?: string | readonly string[];
  /** The behaviour towards Expect: 100-continue. */
  readonly expect?: string;
  /** Replaces expressions such as `{{path.id}}` in `json`, `body`, `redirect`, `cookie` and the values of `headers` by parts of the request. */
  readonly template?: true;
  /** Adds a strong ETag, unless `headers` has one, and answers If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, If-Range and Range. The status is 200. */
  readonly validators?: true;
  /** Lets browsers run the content, at the host `KEY.bin.localhost` only. At all other hosts, it is sandboxed. */
  readonly sandbox?: false;
}

/** A response, and how many requests get it. */
export interface ResponseStep {
  /** A status from 200 to 999, or a text of several with weights, such as 503:1,200:3. */
  readonly status?: number | string;
  /** An object of names with a value or a list of values, or a list of names and values. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | readonly Pair[];
  /** A cookie with its attributes, or a list of cookies. */
  readonly cookie?: string | readonly string[];
  /** The Location of a redirect. The default status is 302. */
  readonly redirect?: string;
  /** JSON content: any value. */
  readonly json?: unknown;
  /** Text content. */
  readonly body?: string;
  /** Binary content in base64. */
  readonly base64?: string;
  /** The content of a file below the folder of the seed, or of the file of rules, that names it. Only these files can have it. */
  readonly file?: string;
  /** Content of this many bytes. */
  readonly bytes?: number;
  /** The Content-Type, or `none`. */
  readonly type?: string;
  /** The encoding of `body`. */
  readonly charset?: 'utf-8' | 'iso-8859-1' | 'utf-16le';
  /** A content coding, or a list of codings. */
  readonly coding?: 'zstd' | 'br' | 'gzip' | 'deflate' | 'identity' | readonly ('zstd' | 'br' | 'gzip' | 'deflate' | 'identity')[];
  /** A number of seconds before the headers, or a text such as 200ms or 0.2..0.8. */
  readonly delay?: number | string;
  /** A number of seconds between the headers and the content, or a text such as 200ms. */
  readonly pause?: number | string;
  /** Bytes of content per second. */
  readonly rate?: number;
  /** Size of each chunk in bytes. */
  readonly chunk?: number;
  /** COUNT,SECONDS: content in so many chunks, spread over the time. */
  readonly dribble?: string;
  /** A fault of the message or its connection, such as reset@headers. */
  readonly fault?: string;
  /** A trailer, such as `X-Sum: 1`, or a list of trailers. */
  readonly trailer?: string | readonly string[];
  /** An informational response before the response, or a list of them. */
  readonly inform?: string | readonly string[];
  /** The behaviour towards Expect: 100-continue. */
  readonly expect?: string;
  /** Replaces expressions such as `{{path.id}}` in `json`, `body`, `redirect`, `cookie` and the values of `headers` by parts of the request. */
  readonly template?: true;
  /** Adds a strong ETag, unless `headers` has one, and answers If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, If-Range and Range. The status is 200. */
  readonly validators?: true;
  /** Lets browsers run the content, at the host `KEY.bin.localhost` only. At all other hosts, it is sandboxed. */
  readonly sandbox?: false;
  /** Number of requests that get the step. */
  readonly times?: number;
  /** A number of seconds, or a text such as 500ms, by the clock of the server, for which all requests get the step, from the first one on, in place of `times`. */
  readonly open?: number | string;
}

/** Conditions for requests. `path` is the path without the prefix of a bin: a template such as `/users/{id}` or `/files/{rest*}`, or a condition for the path, encoded or decoded; `url` the absolute URL; `target` the request target as received; `host` the name of the host in lower case, without its port; `endpoint` a template of an endpoint such as `/status/{codes}`. All of them must hold. */
export interface RuleMatch {
  /** The service: testing, api, or accounts (their pages). */
  readonly service?: 'testing' | 'api' | 'accounts';
  /** A method, a list of methods, one of which is equal, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. A method that differs in one character from one of RFC 9110, such as GTE, is an error, but not in an object. */
  readonly method?: MethodCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly path?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly url?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly target?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly host?: TextCondition;
  /** Parameters of the query, decoded. A list has all values of a repeated name. */
  readonly query?: Readonly<Record<string, ValuesCondition>>;
  /** The query has no other names than those of `query`. */
  readonly query_only?: true;
  /** Header fields, in any case. A list has the values of all lines. */
  readonly headers?: Readonly<Record<string, ValuesCondition>>;
  /** Cookies of the request, without those of the account pages. */
  readonly cookies?: Readonly<Record<string, ValuesCondition>>;
  readonly protocol?: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2';
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly endpoint?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly bin?: TextCondition;
  /** A text, for equality, or an object with conditions, such as `json`, that must all hold. */
  readonly body?: BodyMatch;
  /** Whether it is the first request of its connection. */
  readonly connection?: 'new' | 'reused';
  /** Conditions for requests, as those of the whole match. */
  readonly not?: RequestMatch;
  /** Matches, one of which must hold. */
  readonly any_of?: readonly RequestMatch[];
  /** The authenticated caller of the API. */
  readonly caller?: {
    /** Login of the calling user. */
    readonly login?: string;
    /** Client ID of the calling application, or of the token. */
    readonly client_id?: string;
  };
}

/** The members of a rule that can change while it keeps the number of its uses. */
export interface RuleChange {
  /** Number of requests that the rule applies to; 0 applies it to every request. The default is 0 for `respond` and `pass`, and 1 for others. */
  readonly count?: number;
  /** Rules with a higher priority come first. The default is 0. */
  readonly priority?: number;
  /** Whether the rule can apply. The default is true. */
  readonly enabled?: boolean;
}

/** An HTTP Archive, or requests of the journal, and how rules are made of it. */
export interface RuleImport {
  /** The member of an HTTP Archive 1.2, of which `entries` is read. */
  readonly log?: {
    readonly entries: readonly unknown[];
  };
  /** The ids of requests of the journal. */
  readonly requests?: readonly number[];
  /** A prefix of the URLs, or of their paths, that is removed. Without it, entries of other hosts than the first one that is imported are left out. `http` and `https` make no difference. */
  readonly base?: string;
  /** Only the requests that match. All members of a match but `body` are known. It is applied before all limits. */
  readonly filter?: {
    /** A method, a list of methods, one of which is equal, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. A method that differs in one character from one of RFC 9110, such as GTE, is an error, but not in an object. */
    readonly method?: MethodCondition;
    /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
    readonly path?: TextCondition;
    /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
    readonly url?: TextCondition;
    /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
    readonly target?: TextCondition;
    /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
    readonly host?: TextCondition;
    /** Parameters of the query, decoded. A list has all values of a repeated name. */
    readonly query?: Readonly<Record<string, ValuesCondition>>;
    /** The query has no other names than those of `query`. */
    readonly query_only?: true;
    /** Header fields, in any case. A list has the values of all lines. */
    readonly headers?: Readonly<Record<string, ValuesCondition>>;
    /** Cookies of the request, without those of the account pages. */
    readonly cookies?: Readonly<Record<string, ValuesCondition>>;
    readonly protocol?: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2';
    /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
    readonly endpoint?: TextCondition;
    /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
    readonly bin?: TextCondition;
  };
  /** Parameters of the query that no rule compares. */
  readonly ignore_query?: readonly string[];
  /** The bin of the rules. */
  readonly bin?: string;
  /** With `keep`, the cookies of responses are kept. */
  readonly secrets?: 'keep';
}

/** A request, by its members, or one of the journal. */
export interface RequestToExplain {
  /** The default is GET. */
  readonly method?: string;
  /** The request target, such as `/v1/users/1?page=2`. */
  readonly target?: string;
  /** Header fields, each with a value or a list of values. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The body as text. */
  readonly body?: string;
  /** The id of an entry of the journal, in place of the other members. */
  readonly request?: number;
  /** With `show`, credentials are not masked. */
  readonly secrets?: 'show';
}

/** Which rules apply to a request, and why others do not. */
export interface Explanation {
  /** The result in sentences. */
  readonly text: string;
  /** What responds: a rule, the endpoint, 404 because no rule takes the request, or 400 because the request cannot carry the fault of a rule. Then no rule is counted. */
  readonly outcome: 'rule' | 'endpoint' | '404' | '400';
  /** Whether the request counts as unmatched. */
  readonly unmatched: boolean;
  /** The rules of the bin and of the server for the service, in the order of their use. */
  readonly rules: readonly ({
    readonly id: string;
    readonly bin?: string;
    readonly phase: string;
    /** Whether the conditions hold. */
    readonly matches: boolean;
    /** Whether the rule applies to the next such request. With a probability or toxicity below 1, it may apply. */
    readonly applies: boolean;
    /** Why a rule does not apply though its conditions hold: `disabled` or `used up, 2 of 2`. */
    readonly state?: string;
    readonly differences: readonly ({
      readonly part: string;
      readonly text: string;
    })[];
  })[];
}

/** What an import has added, and what not. */
export interface ImportedRules {
  /** The rules, in the form in which they are added, with masked credentials. */
  readonly rules: readonly Rule[];
  /** The ids of the rules; none with `dry`. */
  readonly ids: readonly string[];
  /** Number of entries whose responses are in the rules. */
  readonly imported: number;
  /** Number of entries that `filter` does not select. */
  readonly filtered: number;
  /** The other entries. */
  readonly left_out: readonly ({
    /** The number of the entry, from 0. */
    readonly entry: number;
    /** The method, if the entry has one. */
    readonly method?: string;
    /** The URL, if the entry has one. */
    readonly url?: string;
    /** A clause about the entry. */
    readonly reason: string;
  })[];
  /** What rules do in another way than the record. */
  readonly notes: readonly ({
    /** The place of the rule in `rules`, from 0. */
    readonly rule: number;
    /** The number of the entry, from 0. */
    readonly entry: number;
    /** A clause about the rule. */
    readonly note: string;
  })[];
}

/** A rule that is in effect. */
export interface ActiveRuleView {
  /** Unique in its scope: the bin, or the server. */
  readonly id: string;
  /** The conditions, as they were given. */
  readonly match: RuleMatch;
  /** The response in place of the endpoint, of the directives of `/compose`, or a list of responses in turn. */
  readonly respond?: ResponseForm | readonly ResponseStep[];
  /** The endpoint responds, and no rule with `respond` that comes later. */
  readonly pass?: true;
  /** Responds with this error, in the format of the service, without calling the endpoint. */
  readonly error?: {
    readonly status: number;
    /** The message of the response. */
    readonly message?: string;
    /** The seconds of Retry-After. */
    readonly retry_after?: number;
  };
  /** A fault of the message or its connection, as in `/compose`, such as reset@headers. */
  readonly fault?: string;
  /** A number of seconds, or a text as `delay` of `/compose`, such as 200ms or 0.2..0.8. */
  readonly delay?: number | string;
  /** COUNT,SECONDS: sends the content in so many chunks, spread over the time. */
  readonly dribble?: string;
  /** Closes the connection without a response. */
  readonly drop?: true;
  /** Responds with 403, as if the rate limit of the API were exceeded. */
  readonly rate_limit?: true;
  /** Responds with 403, as if the calling user were suspended. */
  readonly suspended?: true;
  /** Responds with 403, as if the login were locked after too many failed sign-ins. */
  readonly lockout?: true;
  /** Number of requests that the rule applies to; 0 applies it to every request. */
  readonly count: number;
  readonly priority: number;
  readonly enabled: boolean;
  /** Beside a list in `respond`, what a request after the last step gets: this step again (the default), the first one, or 410. */
  readonly after?: 'last' | 'first' | 'gone';
  /** Beside a list in `respond`, what distinguishes callers, each of which gets the steps from the first on: `path`, `connection`, `header:NAME`, `idempotency`, or `key` for one list of all callers (the default). A rule keeps 1,000 callers. */
  readonly by?: string;
  readonly probability: number;
  readonly toxicity: number;
  /** The bin of the requests. Rules of a bin come before rules without one. */
  readonly bin?: string;
  /** A number of seconds greater than 0, or a text such as 10m, after which the rule is removed. */
  readonly ttl?: number | string;
  readonly required: boolean;
  /** A text for people. */
  readonly note?: string;
  /** When the rule is decided. */
  readonly phase: 'request' | 'respond' | 'response' | 'caller';
  /** Where the rule comes from: seed, api, or a place in the code. */
  readonly source: string;
  /** The members that are code at `source`, such as `/match/path` or `/respond`, as JSON Pointers. The rule is shown without them. */
  readonly computed?: readonly string[];
  /** Of a rule that has been added: the ids of rules of its scope that can no longer act, because it takes all of their requests, and endpoints of the server with its path, such as `/get`. */
  readonly hides?: readonly string[];
  /** Of a list in `respond` without `by` and `open`: the number of the step that the next request gets, from 1; null after the last step, if no step follows. */
  readonly position?: number | null;
  /** Number of requests that the rule was applied to. */
  readonly applied: number;
  /** Number of requests that the rule still applies to; null without a limit. */
  readonly remaining: number | null;
}

/** Of several phases at a time, the one that began last counts. */
export interface ScheduleData {
  /** The URL of this schema, for editors. */
  readonly $schema?: string;
  /** A list of phases. */
  readonly phases: readonly PhaseData[];
  /** A list of phases. */
  readonly path_tokens?: readonly PhaseData[];
  readonly deprecation_format?: 'http-date' | 'rfc-9745';
}

/** Without `from`, a phase has no beginning; without `until`, it has no end. */
export interface PhaseData {
  readonly phase: PhaseName;
  /** A date or timestamp, such as 2020-09-30 or 2020-09-30T07:00:00Z. */
  readonly from?: string;
  /** A date or timestamp, such as 2020-09-30 or 2020-09-30T07:00:00Z. */
  readonly until?: string;
  /** A status from 400 to 599. */
  readonly status?: number | string;
  /** 1 to 2000 characters. */
  readonly message?: string;
  /** A URL that begins with http:// or https://. */
  readonly documentation_url?: string;
  /** An object, which is sent as JSON, or a text, which is sent as HTML. */
  readonly body?: Readonly<Record<string, unknown>> | string;
  /** An object of headers. */
  readonly headers?: Readonly<Record<string, string | number | null>>;
}

export type PhaseName = 'supported' | 'deprecated' | 'brownout' | 'removed';

/** `github`: the dates of github.com. */
export type LifecyclePreset = 'supported' | 'deprecated' | 'github';

/** The state of the deprecated interface at a time. */
export interface LifecycleDescription {
  readonly at: string;
  /** The name of a preset, or custom. */
  readonly schedule: string;
  readonly authorizations: FamilyDescription;
  readonly path_tokens: FamilyDescription;
  readonly password: CallDescription;
}

/** Times are null where there is no beginning or no end. */
export interface FamilyDescription {
  readonly phase: PhaseName;
  readonly from: string | null;
  readonly until: string | null;
  readonly call: CallDescription;
  readonly next: {
    readonly at: string;
    readonly phase: PhaseName;
  } | null;
  readonly calendar: readonly PhaseDescription[];
}

/** A phase; `status` is null where calls succeed. */
export interface PhaseDescription {
  readonly phase: PhaseName;
  readonly from: string | null;
  readonly until: string | null;
  readonly status: number | null;
}

/** The response to a call. */
export interface CallDescription {
  /** Whether calls succeed; if not, the other members are their error. */
  readonly is_answered: boolean;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text as HTML. */
  readonly body: Readonly<Record<string, unknown>> | string | null;
}

/** A request to a lab. */
export interface Attempt {
  /** Number of the attempt, counted from 1. */
  readonly n: number;
  /** Number of the step that the attempt got; null without one. */
  readonly step: number | null;
  /** By the clock of the server. */
  readonly time: string;
  /** Milliseconds of real time since the previous attempt; null for the first one. */
  readonly sincePrevious: number | null;
  readonly method: string;
  /** The request target; null when it is no longer kept. */
  readonly target: string | null;
  readonly protocol: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2';
  /** Number of the connection, as in the journal. */
  readonly connection: number;
  /** Identifier of the stream; HTTP/2 only. */
  readonly stream: number | null;
  /** Whether the connection had an earlier request. */
  readonly reused: boolean;
  /** Names and values as received; null when they are no longer kept. */
  readonly headers: readonly Pair[] | null;
  readonly body: {
    /** Bytes that were received. */
    readonly length: number;
    /** Of the bytes that were received; null for an empty body, and before its end. */
    readonly sha256: string | null;
    readonly complete: boolean;
  };
  /** What distinguishes the caller within the key; null when nothing does. */
  readonly caller: string | null;
  /** Status of the response; null when no head was sent. */
  readonly status: number | null;
  /** The fault of the response. */
  readonly fault: string | null;
  /** Bytes of content that were sent. */
  readonly bytesSent: number;
  /** Milliseconds from the head of the request. */
  readonly ms: {
    /** To the head of the response. */
    readonly firstByte: number | null;
    /** To the end of the exchange. */
    readonly done: number | null;
  };
  /** Of a request with a body that waits for 100 (Continue). */
  readonly expectation?: {
    /** From the head to the first byte of the body. */
    readonly firstBodyByte: number | null;
    /** Bytes of the body that arrived before 100 was sent. */
    readonly bytesBeforeContinue: number | null;
  };
  /** How the exchange ended; null while it is in progress. */
  readonly endedBy: Ending | null;
}

/** What a rate limit decided about a request. */
export interface LimitOutcome {
  /** Default: `false`. */
  readonly accepted: boolean;
  /** Units that the request needs. Default: `0`. */
  readonly units: number;
  /** Whether the client came before the time that the previous rejection announced. Default: `false`. */
  readonly early: boolean;
  /** Seconds that the rejection announced; null for an accepted request. Default: `null`. */
  readonly retryAfter: number | null;
}

/** What a sequence decided about a request. */
export interface SequenceOutcome {
  /** The response was repeated for the same `Idempotency-Key`. */
  readonly replayed?: true;
}

/** Conditions for requests. `path` is the path without the prefix of a bin: a template such as `/users/{id}` or `/files/{rest*}`, or a condition for the path, encoded or decoded; `url` the absolute URL; `target` the request target as received; `host` the name of the host in lower case, without its port; `endpoint` a template of an endpoint such as `/status/{codes}`; `lab` a key of a lab such as `sequence/k1`; `rule` the id of a rule that was applied, such as `user-1` in any scope, `t1/user-1` of a bin, or `/user-1` of the server. All of them must hold; an empty object matches all. */
export interface Match {
  /** A method, a list of methods, one of which is equal, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. A method that differs in one character from one of RFC 9110, such as GTE, is an error, but not in an object. */
  readonly method?: MethodCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly path?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly url?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly target?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly host?: TextCondition;
  /** Parameters of the query, decoded. A list has all values of a repeated name. */
  readonly query?: Readonly<Record<string, ValuesCondition>>;
  /** The query has no other names than those of `query`. */
  readonly query_only?: true;
  /** Header fields, in any case. A list has the values of all lines. */
  readonly headers?: Readonly<Record<string, ValuesCondition>>;
  /** Cookies of the request, without those of the account pages. */
  readonly cookies?: Readonly<Record<string, ValuesCondition>>;
  readonly protocol?: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2';
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly endpoint?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly bin?: TextCondition;
  /** A text, for equality, or an object with conditions, such as `json`, that must all hold. */
  readonly body?: BodyMatch;
  /** Whether it is the first request of its connection. */
  readonly connection?: 'new' | 'reused';
  /** Conditions for requests, as those of the whole match. */
  readonly not?: RequestMatch;
  /** Matches, one of which must hold. */
  readonly any_of?: readonly RequestMatch[];
  /** A number from 100 to 999, or a class of statuses, such as 5xx. */
  readonly status?: number | '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | '6xx' | '7xx' | '8xx' | '9xx';
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly lab?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly rule?: TextCondition;
  /** Whether no rule took the request, though one was expected to. */
  readonly unmatched?: boolean;
}

/** Conditions for requests, all of which must hold. */
export interface RequestMatch {
  /** A method, a list of methods, one of which is equal, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. A method that differs in one character from one of RFC 9110, such as GTE, is an error, but not in an object. */
  readonly method?: MethodCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly path?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly url?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly target?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly host?: TextCondition;
  /** Parameters of the query, decoded. A list has all values of a repeated name. */
  readonly query?: Readonly<Record<string, ValuesCondition>>;
  /** The query has no other names than those of `query`. */
  readonly query_only?: true;
  /** Header fields, in any case. A list has the values of all lines. */
  readonly headers?: Readonly<Record<string, ValuesCondition>>;
  /** Cookies of the request, without those of the account pages. */
  readonly cookies?: Readonly<Record<string, ValuesCondition>>;
  readonly protocol?: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2';
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly endpoint?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly bin?: TextCondition;
  /** A text, for equality, or an object with conditions, such as `json`, that must all hold. */
  readonly body?: BodyMatch;
  /** Whether it is the first request of its connection. */
  readonly connection?: 'new' | 'reused';
  /** Conditions for requests, as those of the whole match. */
  readonly not?: RequestMatch;
  /** Matches, one of which must hold. */
  readonly any_of?: readonly RequestMatch[];
}

/** A text for equality, or conditions for the body, all of which must hold. */
export type BodyMatch = string | {
  /** JSON, of which every given member is compared. Lists have the same length. */
  readonly json?: unknown;
  /** Beside `json`: no other members. */
  readonly exact?: true;
  /** Beside `json`: the items of lists have any order. */
  readonly ignore_order?: true;
  /** JSON Pointers, in which `*` is any index of a list, each with a value, or with a condition: one for a text, {type} or {min, max}. */
  readonly at?: Readonly<Record<string, unknown>>;
  /** Fields of a form, urlencoded or multipart, without its files. */
  readonly form?: Readonly<Record<string, ValuesCondition>>;
  /** Parts of a multipart body, in any order; each is met by another part. */
  readonly parts?: readonly PartMatch[];
  /** Beside `parts`: no other parts. */
  readonly only?: true;
  /** An operation of a GraphQL request: its name, its type and its variables. From a JSON body, of one request or a batch, or the query of a GET. */
  readonly graphql?: {
    /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
    readonly operation?: TextCondition;
    readonly type?: 'query' | 'mutation' | 'subscription';
    /** Variables, of which every given member is compared. */
    readonly variables?: unknown;
  };
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly text?: TextCondition;
  /** A part of the body. */
  readonly contains?: string;
  /** The SHA-256 of the bytes as received, in hexadecimal. */
  readonly sha256?: string;
  /** The number of bytes as received. */
  readonly size?: {
    readonly min?: number;
    readonly max?: number;
  };
  /** Whether there is no byte. */
  readonly empty?: boolean;
};

/** Conditions for a part of a multipart body. */
export interface PartMatch {
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly name?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly filename?: TextCondition;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly type?: TextCondition;
  /** Header fields of the part. */
  readonly headers?: Readonly<Record<string, ValuesCondition>>;
  /** A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. */
  readonly text?: TextCondition;
  /** JSON, of which every given member is compared. Lists have the same length. */
  readonly json?: unknown;
  /** The SHA-256 of the bytes as received, in hexadecimal. */
  readonly sha256?: string;
  /** The number of bytes as received. */
  readonly size?: {
    readonly min?: number;
    readonly max?: number;
  };
}

/** A method, a list of methods, or one of `is`, `like`, `has`, `one_of` and `absent`. */
export type MethodCondition = string | readonly string[] | {
  /** The text, also one that would otherwise be a template. */
  readonly is?: string;
  /** A pattern, in which * is any number of characters. */
  readonly like?: string;
  /** A part of the text. */
  readonly has?: string;
  /** Several texts, one of which is equal. */
  readonly one_of?: readonly string[];
  /** There is no such text. */
  readonly absent?: true;
  /** Beside `is`, `like`, `has` and `one_of`: compares without regard to case. */
  readonly ignore_case?: true;
};

/** A text for equality, or one of `is`, `like`, `has`, `one_of` and `absent`. */
export type TextCondition = string | {
  /** The text, also one that would otherwise be a template. */
  readonly is?: string;
  /** A pattern, in which * is any number of characters. */
  readonly like?: string;
  /** A part of the text. */
  readonly has?: string;
  /** Several texts, one of which is equal. */
  readonly one_of?: readonly string[];
  /** There is no such text. */
  readonly absent?: true;
  /** Beside `is`, `like`, `has` and `one_of`: compares without regard to case. */
  readonly ignore_case?: true;
};

/** A condition for the values of a name. */
export type ValuesCondition = string | readonly string[] | {
  /** The text, also one that would otherwise be a template. */
  readonly is?: string;
  /** A pattern, in which * is any number of characters. */
  readonly like?: string;
  /** A part of the text. */
  readonly has?: string;
  /** Several texts, one of which is equal. */
  readonly one_of?: readonly string[];
  /** There is no such text. */
  readonly absent?: true;
  /** Beside `is`, `like`, `has` and `one_of`: compares without regard to case. */
  readonly ignore_case?: true;
  /** Exactly these values, in this order. */
  readonly in_order?: readonly string[];
};

/** A part in which two requests differ; null is what a request does not have. */
export interface Difference {
  /** Such as `method`, `header X-A`, `body .name` or `body at 0x1f`. */
  readonly part: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A text message or an e-mail that would have been sent. Times are text in UTC. */
export interface Message {
  readonly id: number;
  /** Login of the recipient. */
  readonly login: string;
  readonly channel: 'sms' | 'email';
  /** A telephone number or an e-mail address. */
  readonly to: string;
  readonly text: string;
  readonly code: string | null;
  readonly sent_at: string;
  readonly expires_at: string | null;
  /** Whether the code has been used. */
  readonly spent: boolean;
}

/** An exchange, without its messages. */
export interface ExchangeSummary {
  /** Increases with each entry: by one in a journal in memory, otherwise with gaps. */
  readonly id: number;
  /** Distinguishes exchanges from failed connections. */
  readonly kind: 'exchange';
  /** The bin of the request, or null. */
  readonly bin: string | null;
  /** The service that received the request: `testing`, unless the setting `journal-authorizations` is set. */
  readonly service: string;
  /** The time of the head of the request by the clock of the machine, in UTC. */
  readonly startedAt: string;
  /** Milliseconds from `startedAt`; null for what did not happen. */
  readonly ms: {
    /** To the end of the body of the request. */
    readonly body: number | null;
    /** To the head of the response. */
    readonly firstByte: number | null;
    /** To the end of the response, or of the connection. */
    readonly done: number | null;
  };
  readonly connection: RecordedConnection;
  /** How the exchange ended; null while it is in progress. */
  readonly ended: Ending | null;
  /** The template of the endpoint, such as `/status/{codes}`, or null. */
  readonly endpoint: string | null;
  /** The messages of a WebSocket; null for other exchanges. */
  readonly webSocket: {
    /** Number of messages from the client. */
    readonly received: number;
    /** Number of messages to the client. */
    readonly sent: number;
  } | null;
  /** The id of the exchange that this one repeats, or null. */
  readonly replayOf: number | null;
  /** The attempt at a key of a lab that the exchange is, or null. */
  readonly lab: {
    /** Name of the lab, such as `sequence`. */
    readonly name: string;
    /** The key. */
    readonly key: string;
    /** Number of the attempt, counted from 1 by key. */
    readonly attempt: number;
  } | null;
  /** The rules that were applied to the request. */
  readonly rules: readonly ({
    /** The id of the rule. */
    readonly id: string;
    /** The bin of the rule, or null. */
    readonly bin: string | null;
    /** The phase of the rule. */
    readonly phase: string;
    /** The number of the response in the list of the rule, or null. */
    readonly step: number | null;
    /** Whether code of the rule has failed, such as the stream of its response. */
    readonly failed?: true;
  })[];
  /** Whether no rule took the request, though one was expected to. */
  readonly unmatched: boolean;
  /** Whether a browser has loaded a page of the server. Lists have such entries only on request. */
  readonly own: boolean;
  /** Whether the user has marked the entry, which keeps it. */
  readonly marked: boolean;
  /** The note of the user, or null. */
  readonly note: string | null;
}

/** The connection of an exchange, and the place of its request on it. */
export interface RecordedConnection {
  /** Number of the connection, counted from 1 by server. */
  readonly id: number;
  /** Number of the request on its connection, counted from 1; 0 for a connection without a request. */
  readonly requestNumber: number;
  /** Identifier of the stream; HTTP/2 only. */
  readonly stream: number | null;
  /** Address and port of the client. */
  readonly remote: string;
  /** The version of HTTP. */
  readonly protocol: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2';
  /** The parameters of TLS; null without TLS. */
  readonly tls: RecordedTls | null;
}

/** The parameters of TLS. */
export interface RecordedTls {
  /** The version of TLS, such as `TLSv1.3`. */
  readonly version: string | null;
  /** The server name that the client asked for. */
  readonly sni: string | null;
  /** The protocol that was negotiated. */
  readonly alpn: string | null;
}

/** A recorded request, without its fields and its body. */
export interface RequestSummary {
  /** The method, such as `GET`. */
  readonly method: string;
  /** The request target as received. */
  readonly target: string;
  /** The head as received over HTTP/1, with its line ends and white space; each character is a byte. Absent when the journal does not keep all values, and in events. */
  readonly rawHead?: string;
  /** The pseudo-fields as received over HTTP/2, in their order. Absent when the journal does not keep all values. */
  readonly pseudoFields?: readonly Pair[];
  /** How the client has divided the body: into chunks, or into DATA frames of HTTP/2. Absent for another body, and in events. */
  readonly chunks?: {
    /** Number of the chunks or frames with content. */
    readonly count: number;
    /** The bytes of each: of the first 1,000. */
    readonly sizes: readonly number[];
    /** The chunk extensions (RFC 9112 §7.1.1), if there are any. */
    readonly extensions?: readonly ({
      /** Index of the chunk; `count` for the last one, without content. */
      readonly chunk: number;
      /** The bytes behind the size. */
      readonly text: string;
    })[];
  };
  /** The value of `Expect`. */
  readonly expect: string | null;
  /** Of a request with a body that waits for 100 (Continue): milliseconds from the head to the first byte of the body, and bytes that arrived before 100 was sent. */
  readonly expectation?: {
    /** Milliseconds from the head to the first byte of the body; null without a body. */
    readonly firstBodyByte: number | null;
    /** Bytes of the body that arrived before 100 (Continue) was sent; null if it was not sent. */
    readonly bytesBeforeContinue: number | null;
  };
  /** Whether the client disconnected before the end of the body. */
  readonly aborted: boolean;
}

/** A recorded response, without its fields and its body. */
export interface ResponseSummary {
  /** Informational responses, such as 100 and 103, in their order. */
  readonly informational: readonly ({
    /** A status such as 103. */
    readonly status: number;
    /** Names and values, in the case, order and number of the message. */
    readonly headers: readonly Pair[];
  })[];
  /** The status; 0 when a fault was applied before the head. */
  readonly status: number;
  /** The reason phrase; empty on HTTP/2. */
  readonly reason: string;
  /** The fault that the server applied on purpose, such as `reset@headers`. */
  readonly fault: string | null;
}

/** A recorded body, without its content. */
export interface BodySummary {
  /** Bytes, after removal of the transfer coding. */
  readonly length: number;
  /** SHA-256 of the whole body, in hexadecimal. Null for an empty body, and for a body with masked credentials. */
  readonly sha256: string | null;
  /** Number of bytes that the journal keeps. */
  readonly kept: number;
  /** Whether the journal keeps only a part of the body. */
  readonly truncated: boolean;
}

/** A connection without a valid request, without its bytes. */
export interface FailureSummary {
  /** Increases with each entry: by one in a journal in memory, otherwise with gaps. */
  readonly id: number;
  /** The bytes or a stream of HTTP/2 were rejected, the TLS handshake failed, or no byte of a request was received. */
  readonly kind: 'parser-error' | 'tls-error' | 'no-request';
  /** What happened, in one sentence. */
  readonly title: string;
  /** The time by the clock of the machine, in UTC. */
  readonly startedAt: string;
  readonly connection: {
    /** Number of the connection, counted from 1 by server. */
    readonly id: number;
    /** Number of the request on its connection, counted from 1; 0 for a connection without a request. */
    readonly requestNumber: number;
    /** Address and port of the client. */
    readonly remote: string;
    /** The parameters of TLS; null without TLS. */
    readonly tls: RecordedTls | null;
  };
  /** Kind of what was rejected, such as `syntax`, `framing` or `timeout`, or the code of OpenSSL; null without an error. */
  readonly code: string | null;
  /** What was rejected, with the byte and its offset in the request, such as `LF without CR at byte 14`; null for an error of TLS, and without one. */
  readonly message: string | null;
  /** Status of the error that the server sent, or null. */
  readonly status: number | null;
  /** Whether a browser opened the connection for a page of the server, and did not use it. */
  readonly own: boolean;
}

/** By the response, or by the end of the connection: by the client or the server, with or without a reset. */
export type Ending = 'answered' | 'client-fin' | 'client-rst' | 'server-fin' | 'server-rst' | 'timeout';

/** An HTTP Archive 1.2. Members that begin with `_` are not of its standard. */
export interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: {
      readonly name: string;
      readonly version: string;
    };
    /** Empty: a server knows no pages. */
    readonly pages: readonly unknown[];
    readonly entries: readonly HarEntry[];
  };
}

/** An exchange in an archive. */
export interface HarEntry {
  /** A time in UTC. */
  readonly startedDateTime: string;
  /** Milliseconds, the sum of the timings. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** Such as `HTTP/1.1`. */
    readonly httpVersion: string;
    readonly cookies: readonly HarCookie[];
    readonly headers: readonly HarPair[];
    /** Bytes from the first line to the empty line; -1 if they are unknown, as for HTTP/2. */
    readonly headersSize: number;
    /** Bytes of the body as it was sent; -1 without a response. */
    readonly bodySize: number;
    readonly queryString: readonly HarPair[];
    /** The body without its codings. */
    readonly postData?: {
      readonly mimeType: string;
      readonly text?: string;
      /** The fields and the files of a form. */
      readonly params?: readonly ({
        readonly name: string;
        /** Absent for content that is not UTF-8. */
        readonly value?: string;
        /** The name of a file. */
        readonly fileName?: string;
        /** The media type of a part. */
        readonly contentType?: string;
      })[];
      /** Where the parameters without a value are. */
      readonly comment?: string;
      /** The bytes of a body that is no text. */
      readonly _base64?: string;
    };
    /** The request target as received. */
    readonly _target: string;
    /** The SHA-256 digest of the body, in hexadecimal; absent if the body has a secret. */
    readonly _sha256?: string;
    /** The number of kept bytes of a body that was recorded in part. */
    readonly _keptSize?: number;
    /** The trailer fields. */
    readonly _trailers?: readonly HarPair[];
  };
  readonly response: {
    /** 0 without a response. */
    readonly status: number;
    readonly statusText: string;
    /** Such as `HTTP/1.1`. */
    readonly httpVersion: string;
    readonly cookies: readonly HarCookie[];
    readonly headers: readonly HarPair[];
    /** Bytes from the first line to the empty line; -1 if they are unknown, as for HTTP/2. */
    readonly headersSize: number;
    /** Bytes of the body as it was sent; -1 without a response. */
    readonly bodySize: number;
    /** The body without its codings. */
    readonly content: {
      /** The number of bytes. */
      readonly size: number;
      readonly mimeType: string;
      readonly text?: string;
      /** `base64` if the body is no text. */
      readonly encoding?: string;
      /** The bytes that the codings saved. */
      readonly compression?: number;
    };
    /** The field `Location`, or empty. */
    readonly redirectURL: string;
    /** Bytes of the head and the body. */
    readonly _transferSize?: number;
    /** The informational responses before it. */
    readonly _informational?: readonly ({
      readonly status: number;
      readonly headers: readonly HarPair[];
    })[];
    /** The SHA-256 digest of the body, in hexadecimal; absent if the body has a secret. */
    readonly _sha256?: string;
    /** The number of kept bytes of a body that was recorded in part. */
    readonly _keptSize?: number;
    /** The trailer fields. */
    readonly _trailers?: readonly HarPair[];
  };
  /** Empty: a server has no cache of responses. */
  readonly cache: Readonly<Record<string, unknown>>;
  /** Milliseconds, as the server sees them. */
  readonly timings: {
    /** Until the end of the request. */
    readonly send: number;
    /** From then to the first byte of the response. */
    readonly wait: number;
    /** From then to the end of the response. */
    readonly receive: number;
  };
  /** The number of the connection. */
  readonly connection: string;
  /** The id in the journal. */
  readonly _id: number;
  /** The bin of the request, or null. */
  readonly _bin: string | null;
  /** The template of the endpoint, such as `/status/{codes}`, or null. */
  readonly _endpoint: string | null;
  /** How the exchange ended; null while it is in progress. */
  readonly _ended: Ending | null;
  /** The place of the request on its connection, from 1. */
  readonly _requestNumber: number;
  /** The number of messages of a WebSocket. */
  readonly _webSocket?: {
    readonly received: number;
    readonly sent: number;
  };
  /** The note. */
  readonly comment?: string;
  /** Whether the request is marked. */
  readonly _marked?: boolean;
  /** The id of the request that this one repeats. */
  readonly _replayOf?: number;
}

/** A cookie; one of a request has a name and a value only. */
export interface HarCookie {
  readonly name: string;
  readonly value: string;
  readonly path?: string;
  readonly domain?: string;
  /** A time in UTC. */
  readonly expires?: string;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
}

/** Name and value, as the lists of an archive have them. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export type JournalEvent = 'request' | 'body' | 'done';

export type SnippetFormat = 'curl' | 'fetch' | 'axios' | 'node' | 'httpie' | 'python' | 'go' | 'php' | 'http';

/** Options of `journal.next` and `journal.waitFor`. */
export interface NextOptions {
  /** How many requests must match. The default is 1, for which the result is not a list. */
  readonly count?: number | undefined;
  /** Maximum time to wait, up to 60s: a number of seconds, or text such as `500ms`. It is real time, also while the clock of the server is frozen. Default: `1s`. */
  readonly within?: number | string | undefined;
  /** Only requests that arrived after this one, or after the entry with this id. */
  readonly after?: Pick<ExchangeSummary, 'id'> | number | undefined;
  /** Waits for the head of the request, for its body, or for the end of the response. Default: `body`. */
  readonly until?: 'head' | 'body' | 'done' | undefined;
  /** Ends the wait, which rejects with an AbortError. */
  readonly signal?: Signal | undefined;
}

/** Options of `journal.expectNone`. */
export interface ExpectNoneOptions {
  /** Maximum time to wait, up to 60s: a number of seconds, or text such as `500ms`. It is real time, also while the clock of the server is frozen. Default: `200ms`. */
  readonly within?: number | string | undefined;
  /** Only requests that arrived after this one, or after the entry with this id. */
  readonly after?: Pick<ExchangeSummary, 'id'> | number | undefined;
  /** Ends the wait, which rejects with an AbortError. */
  readonly signal?: Signal | undefined;
}

/** Options of methods that show recorded requests. */
export interface SecretsOptions {
  /** Whether credentials are masked. Default: `mask`. */
  readonly secrets?: 'mask' | 'show' | undefined;
}

/** Options of `wait` of a sequence. */
export interface SequenceWaitOptions {
  /** Maximum time to wait, up to 60s: a number of seconds, or text such as `500ms`. It is real time, also while the clock of the server is frozen. Default: `10s`. */
  readonly within?: number | string | undefined;
  /** Ends the wait, which rejects with an AbortError. */
  readonly signal?: Signal | undefined;
}

/** Every member that is given must match. */
export interface AuditFilter {
  readonly login?: string | undefined;
  readonly clientId?: string | undefined;
  /** A part of the User-Agent header, in any case. */
  readonly userAgent?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined;
  readonly deprecatedOnly?: boolean | undefined;
}

/** Equal calls of the API within a short time. Times are text in UTC. */
export interface Call {
  readonly user_agent: string | null;
  readonly login: string | null;
  readonly client_id: string | null;
  readonly method: string;
  /** The template of the path, never the path itself. */
  readonly path: string;
  readonly address: string;
  readonly status: number;
  readonly deprecated: boolean;
  readonly count: number;
  readonly first_at: string;
  readonly last_at: string;
}

/** Name and value of a header field, in the case of the message. */
export type Pair = readonly [name: string, value: string];

/** `AbortSignal`, in projects whose types have it: those of Node or of the DOM. */
export type Signal =
  typeof globalThis extends Record<'AbortSignal', { readonly prototype: infer Instance }>
    ? Instance
    : { readonly aborted: boolean };
