import type { Config } from '#config/resolve.ts';
import type { SettingName, Settings } from '#config/settings/settings.ts';

/** Settings of a server for tests, in place of those that are not set: a free port, a database in memory, no starter. */
export const TEST_DEFAULTS = {
  port: 0,
  database: 'memory',
  passwordCost: 'test',
  starter: false,
  logLevel: 'warn',
} as const;

/** The settings with the defaults of a server for tests, and with `others`, unless they are set. */
export function buildTestConfig(config: Config, others: Partial<Settings> = {}): Config {
  const { settings, origins } = config;
  const { port, host, database, passwordCost } = origins;
  // HOST, PORT and the files of HTTPS_CERT_FILE are for the programs that use the server.
  const isForOthers = (name: SettingName) => OTHERS.has(origins[name]);
  const hasCertificate = settings.tlsCert !== undefined && !isForOthers('tlsCert');
  const isSecure = settings.tls || settings.tlsPort !== undefined;
  const isSet = (name: SettingName) => origins[name] !== 'default';
  return {
    ...config,
    settings: {
      ...settings,
      ...((port === 'default' || isForOthers('port')) && { port: TEST_DEFAULTS.port }),
      ...((host === 'default' || isForOthers('host')) && { host: ['127.0.0.1'] }),
      ...(isForOthers('tlsCert') && { tlsCert: undefined }),
      ...(isForOthers('tlsKey') && { tlsKey: undefined }),
      ...(database === 'default' && { database: TEST_DEFAULTS.database }),
      ...(passwordCost === 'default' &&
        database === 'default' && { passwordCost: TEST_DEFAULTS.passwordCost }),
      ...(!isSet('starter') && { starter: TEST_DEFAULTS.starter }),
      ...(!isSet('logLevel') && { logLevel: TEST_DEFAULTS.logLevel }),
      ...(!isSecure && !hasCertificate && { tlsPort: 0 }),
      ...Object.fromEntries(
        Object.entries(others).filter(([name]) => origins[name as SettingName] === 'default'),
      ),
    },
  };
}

const OTHERS: ReadonlySet<string> = new Set(['HOST', 'PORT', 'HTTPS_CERT_FILE', 'HTTPS_KEY_FILE']);
