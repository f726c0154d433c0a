import { choice, integer, text, timestamp, toggle } from '../values/value-types.ts';
import { commandSetting, inGroup, setting } from './setting.ts';

/** The audit, the control API and the clock. */
export const controlSettings = inGroup('Control', {
  auditLimit: setting({
    type: integer('COUNT', 0, 100_000_000),
    default: 100_000,
    sentence: 'Maximum number of rows in the audit; 0 disables it.',
  }),
  control: setting({
    type: toggle,
    default: true,
    sentence:
      'Serves the control API at /_sparring: to programs on this machine, and to clients with the token.',
  }),
  controlToken: setting<string | undefined>({
    type: text('TOKEN', 'a token of 16 to 255 letters, digits and other visible ASCII', /^[!-~]{16,255}$/),
    default: undefined,
    sentence:
      'Token that all clients of the control API need, programs on this machine included. Without it, programs on this machine need none, and clients on other machines have no access. Process lists show the flag.',
    secret: () => '***',
    fileFlag: true,
    isGenerated: true,
  }),
  now: commandSetting<number | undefined>({
    type: timestamp,
    default: undefined,
    sentence: "Freezes the server's clock at this time; without it, the server uses the system clock.",
  }),
  randomSeed: setting<number | undefined>({
    type: integer('NUMBER', 0, 999_999_999_999_999),
    default: undefined,
    sentence:
      'Makes ids, tokens and all other random values the same on each run; they are then known to everyone. Needs one process.',
  }),
});

/** The log. */
export const logSettings = inGroup('Log', {
  logLevel: commandSetting<'silent' | 'error' | 'warn' | 'info' | 'debug'>({
    type: choice('LEVEL', ['silent', 'error', 'warn', 'info', 'debug']),
    default: 'info',
    sentence: 'Log level: silent, error, warn, info or debug.',
  }),
  logFormat: commandSetting<'auto' | 'text' | 'json'>({
    type: choice('FORMAT', ['auto', 'text', 'json']),
    default: 'auto',
    sentence: 'Log format: text, json, or auto, which is text on a terminal and JSON otherwise.',
  }),
  logRequests: commandSetting<boolean | undefined>({
    type: toggle,
    default: undefined,
    commandDefault: 'true on a terminal, otherwise false',
    sentence:
      'Logs one line for each request: on a terminal with its path, which is a template for the API and its pages; otherwise with the path template.',
  }),
});
