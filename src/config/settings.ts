import { controlSettings } from './control-settings.ts';
import { database, maskDatabase } from './database.ts';
import { interfaceSettings } from './interface-settings.ts';
import { listeningSettings } from './listening-settings.ts';
import { type Setting, setting } from './setting.ts';
import {
  choice,
  domains,
  duration,
  integer,
  largeSize,
  size,
  text,
  timestamp,
  toggle,
  type ValueType,
} from './value-types.ts';

const DATA = 'Data';
const LIMITS = 'Limits';
const TESTING = 'Testing service';
const SIGNING_IN = 'Signing in';
const LOG = 'Log';

/** All settings. Flags, variables, file keys, help and the reference page are derived from this table. */
export const settings = {
  ...listeningSettings,
  database: setting({
    type: database,
    default: 'memory',
    commandDefault: "a SQLite file in the user's data folder",
    sentence: 'Where users, applications and tokens are stored: memory, sqlite:PATH or a postgres URL.',
    group: DATA,
    secret: maskDatabase,
  }),
  seed: setting<string | undefined>({
    type: text('FILE', 'the path of a file'),
    default: undefined,
    sentence: 'Adds the users, applications and tokens of this YAML or JSON file to the database.',
    group: DATA,
  }),
  starter: setting({
    type: toggle,
    default: true,
    sentence: 'Creates a user and an application when the database is empty, and prints how to sign in.',
    group: DATA,
    commandOnly: true,
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
      'Maximum number of concurrent requests of one client address; further requests get 429. 0 sets no limit.',
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
  ...interfaceSettings,
  ...controlSettings,
  now: setting<number | undefined>({
    type: timestamp,
    default: undefined,
    sentence: "Freezes the server's clock at this time; without it, the server uses the system clock.",
    group: 'Control',
    commandOnly: true,
  }),
  logLevel: setting<'silent' | 'error' | 'warn' | 'info' | 'debug'>({
    type: choice('LEVEL', ['silent', 'error', 'warn', 'info', 'debug']),
    default: 'info',
    sentence: 'Log level: silent, error, warn, info or debug.',
    group: LOG,
    commandOnly: true,
  }),
  logFormat: setting<'auto' | 'text' | 'json'>({
    type: choice('FORMAT', ['auto', 'text', 'json']),
    default: 'auto',
    sentence: 'Log format: text, json, or auto, which is text on a terminal and JSON otherwise.',
    group: LOG,
    commandOnly: true,
  }),
  logRequests: setting({
    type: toggle,
    default: false,
    sentence: 'Logs one line for each request, with the path template and without values.',
    group: LOG,
    commandOnly: true,
  }),
};

export type SettingName = keyof typeof settings;

export type Settings = {
  [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

/** A row with a value of any type. */
export interface SettingRow extends Omit<Setting<unknown>, 'type'> {
  readonly type: ValueType<unknown>;
}

export const settingRows = Object.entries(settings) as unknown as readonly (readonly [
  SettingName,
  SettingRow,
])[];

/** `max-body-size`: the flag without its dashes, and the key in the configuration file. */
export function toWord(name: SettingName): string {
  return settingWords[name];
}

const settingWords = Object.fromEntries(
  settingRows.map(([name, { word }]) => [
    name,
    word ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ]),
) as Record<SettingName, string>;

/** `SPARRING_MAX_BODY_SIZE`. */
export function toVariable(name: SettingName): string {
  return `SPARRING_${toWord(name).toUpperCase().replaceAll('-', '_')}`;
}
