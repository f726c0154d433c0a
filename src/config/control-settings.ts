import { commandSetting, setting } from './setting.ts';
import { choice, integer, text, timestamp, toggle } from './value-types.ts';

const CONTROL = 'Control';
const LOG = 'Log';

/** The audit, the control API, the clock and the log. */
export const controlSettings = {
  auditLimit: setting({
    type: integer('COUNT', 0, 100_000_000),
    default: 100_000,
    sentence: 'Maximum number of rows in the audit; 0 disables it.',
    group: CONTROL,
  }),
  control: setting({
    type: toggle,
    default: true,
    sentence:
      'Serves the control API at /_sparring: to programs on this machine, and to clients with the token.',
    group: CONTROL,
  }),
  controlToken: setting<string | undefined>({
    type: text('TOKEN', 'a token of 16 to 255 letters, digits and other visible ASCII', /^[!-~]{16,255}$/),
    default: undefined,
    sentence:
      'Token that all clients of the control API need, programs on this machine included. Without it, programs on this machine need none, and clients on other machines have no access. Process lists show the flag.',
    group: CONTROL,
    secret: () => '***',
    fileFlag: true,
    isGenerated: true,
  }),
  now: commandSetting<number | undefined>({
    type: timestamp,
    default: undefined,
    sentence: "Freezes the server's clock at this time; without it, the server uses the system clock.",
    group: CONTROL,
  }),
  randomSeed: setting<number | undefined>({
    type: integer('NUMBER', 0, 999_999_999_999_999),
    default: undefined,
    sentence:
      'Makes ids, tokens and all other random values the same on each run; they are then known to everyone. Needs one process.',
    group: CONTROL,
  }),
  logLevel: commandSetting<'silent' | 'error' | 'warn' | 'info' | 'debug'>({
    type: choice('LEVEL', ['silent', 'error', 'warn', 'info', 'debug']),
    default: 'info',
    sentence: 'Log level: silent, error, warn, info or debug.',
    group: LOG,
  }),
  logFormat: commandSetting<'auto' | 'text' | 'json'>({
    type: choice('FORMAT', ['auto', 'text', 'json']),
    default: 'auto',
    sentence: 'Log format: text, json, or auto, which is text on a terminal and JSON otherwise.',
    group: LOG,
  }),
  logRequests: commandSetting<boolean | undefined>({
    type: toggle,
    default: undefined,
    commandDefault: 'true on a terminal, otherwise false',
    sentence:
      'Logs one line for each request: on a terminal with its path, which is a template for the API and its pages; otherwise with the path template.',
    group: LOG,
  }),
};
