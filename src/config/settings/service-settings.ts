import { MAX_JSON_BODY_SIZE } from '#http/message/body/body.ts';
import { formatSize } from '#http/syntax/text.ts';
import { database, maskDatabase } from '../values/database.ts';
import { domains, fieldName, files } from '../values/list-value-types.ts';
import {
  choice,
  duration,
  integer,
  largeSize,
  size,
  text,
  timeLimit,
  toggle,
} from '../values/value-types.ts';
import { LAB_NAMES, type LabName, labNames } from './lab-names.ts';
import { commandSetting, documentSetting, inGroup, setting } from './setting.ts';
import { UNMATCHED_MODES, type UnmatchedMode } from './unmatched-modes.ts';

/** The database and its first records. */
export const dataSettings = inGroup('Data', {
  database: setting({
    type: database,
    default: 'memory',
    commandDefault: "a SQLite file in the user's data folder",
    sentence: 'Where users, applications and tokens are stored: memory, sqlite:PATH or a postgres URL.',
    secret: maskDatabase,
  }),
  databasePoolSize: setting({
    type: integer('COUNT', 1, 1000),
    default: 10,
    sentence: 'Maximum number of connections to PostgreSQL; `max=` in the URL overrides it.',
  }),
  databaseConnectTimeout: setting({
    type: timeLimit,
    default: 10_000,
    sentence:
      'Maximum time to wait for a connection to PostgreSQL, in seconds; then requests get 503. `connect_timeout=` in the URL overrides it.',
  }),
  databaseStatementTimeout: setting({
    type: timeLimit,
    default: 15_000,
    sentence:
      'Maximum time of a statement of PostgreSQL, in seconds; then it is cancelled, and requests get 503. `statement_timeout=` in the URL, in milliseconds, overrides it.',
  }),
  databaseLockTimeout: setting({
    type: timeLimit,
    default: 10_000,
    sentence:
      'Maximum time to wait for a lock of the database, in seconds; then requests get 503. `lock_timeout=` in the URL, in milliseconds, overrides it.',
  }),
  seed: documentSetting<string | undefined>({
    type: text('FILE', 'the path of a file'),
    default: undefined,
    sentence: 'Adds the users, applications and tokens of this YAML or JSON file to the database.',
  }),
  rules: commandSetting<readonly string[]>({
    type: files,
    default: [],
    sentence:
      'Adds the rules of these YAML or JSON files, each a list of rules, or an object with the members rules and unmatched of a seed.',
  }),
  starter: commandSetting({
    type: toggle,
    default: true,
    sentence: 'Creates a user and an application when the database is empty, and prints how to sign in.',
  }),
});

/** Limits of requests and responses. */
export const limitSettings = inGroup('Limits', {
  maxBodySize: setting({
    type: size,
    default: 16 * 1024 ** 2,
    sentence: `Maximum size of a request body and of a WebSocket message; larger bodies get 413. Endpoints that return the body as JSON, such as /post, read ${formatSize(MAX_JSON_BODY_SIZE)} at most, and the API and its pages 1 MiB.`,
    fallbacks: ['MAX_BODY_SIZE'],
  }),
  maxTotalBodySize: setting({
    type: largeSize,
    default: 256 * 1024 ** 2,
    sentence:
      'Maximum total size of request bodies and WebSocket messages in memory; beyond it, requests get 503 with Retry-After.',
  }),
  maxUploadSize: setting({
    type: largeSize,
    default: 1024 ** 3,
    sentence: 'Maximum size of a body that /upload reads; it stores nothing.',
  }),
  maxGeneratedSize: setting({
    type: largeSize,
    default: 100 * 1024,
    sentence: 'Maximum size of a body that /bytes, /stream-bytes, /range and similar endpoints generate.',
  }),
  maxConcurrency: setting({
    type: integer('COUNT', 0, 1_000_000),
    default: 1000,
    sentence:
      'Maximum number of concurrent requests and WebSocket connections of one client, which is an IPv4 address or an IPv6 /64 network; further requests get 429, except for the control API. 0 sets no limit.',
  }),
  maxDuration: setting({
    type: duration,
    default: 10_000,
    sentence: 'Maximum delay of a response, in seconds.',
    fallbacks: ['MAX_DURATION'],
  }),
  keepAliveTimeout: setting({
    type: timeLimit,
    default: 75_000,
    sentence:
      'Time in seconds for which an idle connection of HTTP/1 or HTTP/2 is kept, and which Keep-Alive announces in whole seconds. It should be longer than that of a load balancer in front.',
  }),
});

/** The testing service. */
export const testingSettings = inGroup('Testing service', {
  unmatched: setting<UnmatchedMode>({
    type: choice('MODE', UNMATCHED_MODES),
    default: 'pass',
    sentence:
      'What requests get that no rule responds to: pass (the response of the endpoint), 404, or fail (404; fixtures fail the test, and sparring run exits with 1).',
  }),
  binHeader: setting<string | undefined>({
    type: fieldName,
    default: undefined,
    sentence:
      'The name of a header that selects the bin of a request, as Sparring-Bin does: for applications that forward a correlation ID only. Values that are no names of bins are ignored.',
  }),
  allowedRedirectDomains: setting<readonly string[]>({
    type: domains,
    default: [],
    sentence: 'Hosts, on any port, that redirects may lead to; without it, any host.',
    fallbacks: ['ALLOWED_REDIRECT_DOMAINS'],
  }),
  allowOriginHeaders: setting({
    type: toggle,
    default: false,
    sentence:
      'Permits headers and cookies from the testing service that affect the sign-in pages on the same origin, such as Clear-Site-Data and Strict-Transport-Security.',
  }),
  enabledLabs: setting<readonly LabName[]>({
    type: labNames,
    key: 'labs',
    default: LAB_NAMES,
    sentence:
      'The labs of the testing service: faults, sequences, limits, informational, or none. The directives and paths of other labs are unknown.',
  }),
  realHostname: setting({
    type: toggle,
    default: false,
    sentence: 'Returns the host name of the machine at /hostname, instead of sparring.',
    fallbacks: ['USE_REAL_HOSTNAME'],
  }),
});

/** The sign-in. */
export const signInSettings = inGroup('Signing in', {
  lockoutFailures: setting({
    type: integer('COUNT', 0, 1_000_000),
    default: 10,
    sentence: 'Number of failed sign-ins after which a login is locked; 0 never locks.',
  }),
  lockoutDuration: setting({
    type: duration,
    default: 15 * 60 * 1000,
    sentence: 'Duration of the lock, from the first failure, in seconds.',
  }),
  oneTimePasswordReuse: setting({
    type: toggle,
    default: true,
    sentence: 'Permits a one-time password to be used again while it is valid.',
  }),
  sessionIdleTimeout: setting({
    type: duration,
    default: 8 * 60 * 60 * 1000,
    sentence:
      'How long a browser session lasts without a request, in seconds; 0 sets no limit. Every session ends after two weeks.',
  }),
  passwordCost: setting<'standard' | 'test'>({
    type: choice('COST', ['standard', 'test']),
    default: 'standard',
    optionDefault: '`test` for a database in memory, else `standard`',
    sentence: 'Cost of password hashes: standard, or test, which is fast and insecure.',
  }),
});
