import { database, maskDatabase } from './database.ts';
import { LAB_NAMES, type LabName, labNames } from './lab-names.ts';
import { domains } from './list-value-types.ts';
import { commandSetting, documentSetting, setting } from './setting.ts';
import { choice, duration, integer, largeSize, size, text, timeLimit, toggle } from './value-types.ts';

const DATA = 'Data';
const LIMITS = 'Limits';
const TESTING = 'Testing service';
const SIGNING_IN = 'Signing in';

/** The database, limits of requests and responses, the testing service and the sign-in. */
export const serviceSettings = {
  database: setting({
    type: database,
    default: 'memory',
    commandDefault: "a SQLite file in the user's data folder",
    sentence: 'Where users, applications and tokens are stored: memory, sqlite:PATH or a postgres URL.',
    group: DATA,
    secret: maskDatabase,
  }),
  databasePoolSize: setting({
    type: integer('COUNT', 1, 1000),
    default: 10,
    sentence: 'Maximum number of connections to PostgreSQL; `max=` in the URL overrides it.',
    group: DATA,
  }),
  databaseConnectTimeout: setting({
    type: timeLimit,
    default: 10_000,
    sentence:
      'Maximum time to wait for a connection to PostgreSQL, in seconds; then requests get 503. `connect_timeout=` in the URL overrides it.',
    group: DATA,
  }),
  databaseStatementTimeout: setting({
    type: timeLimit,
    default: 15_000,
    sentence:
      'Maximum time of a statement of PostgreSQL, in seconds; then it is cancelled, and requests get 503. `statement_timeout=` in the URL, in milliseconds, overrides it.',
    group: DATA,
  }),
  databaseLockTimeout: setting({
    type: timeLimit,
    default: 10_000,
    sentence:
      'Maximum time to wait for a lock of the database, in seconds; then requests get 503. `lock_timeout=` in the URL, in milliseconds, overrides it.',
    group: DATA,
  }),
  seed: documentSetting<string | undefined>({
    type: text('FILE', 'the path of a file'),
    default: undefined,
    sentence: 'Adds the users, applications and tokens of this YAML or JSON file to the database.',
    group: DATA,
  }),
  starter: commandSetting({
    type: toggle,
    default: true,
    sentence: 'Creates a user and an application when the database is empty, and prints how to sign in.',
    group: DATA,
  }),
  maxBodySize: setting({
    type: size,
    default: 16 * 1024 ** 2,
    sentence:
      'Maximum size of a request body and of a WebSocket message; larger bodies get 413. The API and its pages read 1 MiB at most.',
    group: LIMITS,
    fallbacks: ['MAX_BODY_SIZE'],
  }),
  maxTotalBodySize: setting({
    type: largeSize,
    default: 256 * 1024 ** 2,
    sentence:
      'Maximum total size of request bodies and WebSocket messages in memory; beyond it, requests get 503 with Retry-After.',
    group: LIMITS,
  }),
  maxUploadSize: setting({
    type: largeSize,
    default: 1024 ** 3,
    sentence: 'Maximum size of a body that /upload reads; it stores nothing.',
    group: LIMITS,
  }),
  maxGeneratedSize: setting({
    type: largeSize,
    default: 100 * 1024,
    sentence: 'Maximum size of a body that /bytes, /stream-bytes, /range and similar endpoints generate.',
    group: LIMITS,
  }),
  maxConcurrency: setting({
    type: integer('COUNT', 0, 1_000_000),
    default: 1000,
    sentence:
      'Maximum number of concurrent requests and WebSocket connections of one client, which is an IPv4 address or an IPv6 /64 network; further requests get 429, except for the control API. 0 sets no limit.',
    group: LIMITS,
  }),
  maxDuration: setting({
    type: duration,
    default: 10_000,
    sentence: 'Maximum delay of a response, in seconds.',
    group: LIMITS,
    fallbacks: ['MAX_DURATION'],
  }),
  allowedRedirectDomains: setting<readonly string[]>({
    type: domains,
    default: [],
    sentence: 'Hosts, on any port, that redirects may lead to; without it, any host.',
    group: TESTING,
    fallbacks: ['ALLOWED_REDIRECT_DOMAINS'],
  }),
  allowOriginHeaders: setting({
    type: toggle,
    default: false,
    sentence:
      'Permits headers and cookies from the testing service that affect the sign-in pages on the same origin, such as Clear-Site-Data and Strict-Transport-Security.',
    group: TESTING,
  }),
  enabledLabs: setting<readonly LabName[]>({
    type: labNames,
    key: 'labs',
    default: LAB_NAMES,
    sentence:
      'The labs of the testing service: faults, sequences, limits, informational, or none. The directives and paths of other labs are unknown.',
    group: TESTING,
  }),
  realHostname: setting({
    type: toggle,
    default: false,
    sentence: 'Returns the host name of the machine at /hostname, instead of sparring.',
    group: TESTING,
    fallbacks: ['USE_REAL_HOSTNAME'],
  }),
  lockoutFailures: setting({
    type: integer('COUNT', 0, 1_000_000),
    default: 10,
    sentence: 'Number of failed sign-ins after which a login is locked; 0 never locks.',
    group: SIGNING_IN,
  }),
  lockoutDuration: setting({
    type: duration,
    default: 15 * 60 * 1000,
    sentence: 'Duration of the lock, from the first failure, in seconds.',
    group: SIGNING_IN,
  }),
  oneTimePasswordReuse: setting({
    type: toggle,
    default: true,
    sentence: 'Permits a one-time password to be used again while it is valid.',
    group: SIGNING_IN,
  }),
  sessionIdleTimeout: setting({
    type: duration,
    default: 8 * 60 * 60 * 1000,
    sentence:
      'How long a browser session lasts without a request, in seconds; 0 sets no limit. Every session ends after two weeks.',
    group: SIGNING_IN,
  }),
  passwordCost: setting<'standard' | 'test'>({
    type: choice('COST', ['standard', 'test']),
    default: 'standard',
    optionDefault: '`test` for a database in memory, else `standard`',
    sentence: 'Cost of password hashes: standard, or test, which is fast and insecure.',
    group: SIGNING_IN,
  }),
};
