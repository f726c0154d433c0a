import { controlSettings } from './control-settings.ts';
import { database } from './database-type.ts';
import { interfaceSettings } from './interface-settings.ts';
import { listeningSettings } from './listening-settings.ts';
import { maskDatabase } from './mask.ts';
import { type Setting, setting } from './setting.ts';
import {
  choice,
  domains,
  duration,
  integer,
  largeSize,
  moment,
  size,
  text,
  toggle,
  type ValueType,
} from './value-types.ts';

const DATA = 'Data';
const LIMITS = 'Limits';
const TESTING = 'Testing service';
const SIGNING_IN = 'Signing in';
const LOG = 'Log';

/** Every setting there is. Flags, variables, file keys, help and the reference page are drawn from this. */
export const settings = {
  ...listeningSettings,
  database: setting({
    type: database,
    default: 'memory',
    commandDefault: "a SQLite file in the user's data folder",
    sentence: 'Where users, applications and tokens are kept: memory, sqlite:PATH or a postgres URL.',
    group: DATA,
    secret: maskDatabase,
  }),
  seed: setting<string | undefined>({
    type: text('FILE', 'the path of a file'),
    default: undefined,
    sentence: 'Puts the users, applications and tokens of this YAML or JSON file into the database.',
    group: DATA,
  }),
  starter: setting({
    type: toggle,
    default: true,
    sentence: 'Makes a first user and application when the database is empty, and prints how to sign in.',
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
      'Maximum size of all request bodies and WebSocket messages that are held in memory at a time; beyond it, requests get 503 with Retry-After.',
    group: LIMITS,
  }),
  maxUploadSize: setting({
    type: largeSize,
    default: 1024 ** 3,
    sentence: 'Most bytes that /upload takes in; it keeps none of them.',
    group: LIMITS,
  }),
  maxGeneratedSize: setting({
    type: largeSize,
    default: 100 * 1024,
    sentence: 'Most bytes that /bytes, /stream-bytes, /range and their like make up for one answer.',
    group: LIMITS,
  }),
  maxConcurrency: setting({
    type: integer('COUNT', 0, 1_000_000),
    default: 1000,
    sentence:
      'Most requests of one client address that are served at a time; 0 sets no bound. More is answered 429.',
    group: LIMITS,
  }),
  maxDuration: setting({
    type: duration,
    default: 10_000,
    sentence: 'The longest that an answer may be held back, in seconds.',
    group: LIMITS,
    fallbacks: ['MAX_DURATION'],
  }),
  allowedRedirectDomains: setting<readonly string[]>({
    type: domains,
    default: [],
    sentence: 'The only hosts, on any port, that clients may have themselves redirected to; without it, any.',
    group: TESTING,
    fallbacks: ['ALLOWED_REDIRECT_DOMAINS'],
  }),
  allowOriginHeaders: setting({
    type: toggle,
    default: false,
    sentence:
      'Lets clients of the testing service choose headers and cookies that reach the sign-in pages on the same origin, such as Clear-Site-Data and Strict-Transport-Security.',
    group: TESTING,
  }),
  realHostname: setting({
    type: toggle,
    default: false,
    sentence: "Tells the machine's own name at /hostname, not the word sparring.",
    group: TESTING,
    fallbacks: ['USE_REAL_HOSTNAME'],
  }),
  lockoutFailures: setting({
    type: integer('COUNT', 0, 1_000_000),
    default: 10,
    sentence: 'Failed sign-ins until a login is locked; 0 never locks.',
    group: SIGNING_IN,
  }),
  lockoutDuration: setting({
    type: duration,
    default: 15 * 60 * 1000,
    sentence: 'How long a login stays locked after its first failure, in seconds.',
    group: SIGNING_IN,
  }),
  oneTimePasswordReuse: setting({
    type: toggle,
    default: true,
    sentence: 'Lets a one-time password be used again inside its own time window.',
    group: SIGNING_IN,
  }),
  sessionIdleTimeout: setting({
    type: duration,
    default: 8 * 60 * 60 * 1000,
    sentence:
      'How long a session of a browser lasts without a request, in seconds; 0 sets no bound but the two weeks that every session lasts.',
    group: SIGNING_IN,
  }),
  passwordCost: setting<'standard' | 'test'>({
    type: choice('COST', ['standard', 'test']),
    default: 'standard',
    optionDefault: '`test` for a database in memory, else `standard`',
    sentence: 'What hashing a password costs: standard, or test, which is quick and guards nothing.',
    group: SIGNING_IN,
  }),
  ...interfaceSettings,
  ...controlSettings,
  now: setting<number | undefined>({
    type: moment,
    default: undefined,
    sentence: "Freezes the server's clock at this time; without it, the clock is the machine's.",
    group: 'Control',
    commandOnly: true,
  }),
  logLevel: setting<'silent' | 'error' | 'warn' | 'info' | 'debug'>({
    type: choice('LEVEL', ['silent', 'error', 'warn', 'info', 'debug']),
    default: 'info',
    sentence: 'How much is logged: silent, error, warn, info or debug.',
    group: LOG,
    commandOnly: true,
  }),
  logFormat: setting<'auto' | 'text' | 'json'>({
    type: choice('FORMAT', ['auto', 'text', 'json']),
    default: 'auto',
    sentence: 'How it is logged: text, json, or auto, which is text on a terminal and JSON elsewhere.',
    group: LOG,
    commandOnly: true,
  }),
  logRequests: setting({
    type: toggle,
    default: false,
    sentence: 'Logs one line a request, with the template of its path and never its values.',
    group: LOG,
    commandOnly: true,
  }),
};

export type SettingName = keyof typeof settings;

export type Settings = {
  [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

/** A row without regard to the type of its value. */
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
