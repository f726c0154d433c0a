import { formatPlace, maskDatabase } from '#config/values/database.ts';
import type { Starter } from '#control/seed/starter.ts';
import { quoteLine } from '#journal/snippets/quoting.ts';
import { navigationOf } from '#pages/navigation.ts';
import { version } from '#version.ts';
import type { ServerAddress } from '../serve/serving.ts';
import { formatColumns, type Terminal } from '../terminal/terminal.ts';
import { formatControlAccess } from './control-access.ts';

export interface BannerData {
  readonly server: ServerAddress;
  readonly settings: Parameters<typeof formatControlAccess>[0] & { readonly seed?: string | undefined };
  readonly database: string;
  /** Whether this start created the database at a path that its user named. */
  readonly isDatabaseNew: boolean;
  /** Whether the database is an argument of the command. Other commands then need the argument too. */
  readonly isDatabaseTyped: boolean;
  /** Set if this start created the starter. */
  readonly starter: Starter | undefined;
  /** Whether this start created the token of the control API. */
  readonly isTokenNew: boolean;
  readonly userCount: number;
  /** Number of processes that serve. */
  readonly workers: number;
  /** The command as the user typed it, such as `sparring` or `npm start --`. */
  readonly command: string;
}

/** The text at the start: the URLs, and how to sign in. */
export function formatBanner(data: BannerData, terminal: Pick<Terminal, 'bold'>): string {
  const { server, database } = data;
  const rows = server.services.flatMap((service): [string, string][] => {
    const { name, prefix } = service;
    const { entryPath, pages = [] } = navigationOf(service) ?? {};
    const label = LABELS[name];
    if (label === undefined) return [];
    const origin = originOf(name, server);
    const path = entryPath ?? (prefix || '/');
    // The first other page links to the others.
    const page = pages.find((each) => each.path !== path);
    return [
      [label, `${origin}${path}`],
      ...(page ? [[page.title, `${origin}${page.path}`] satisfies [string, string]] : []),
    ];
  });
  if (data.workers > 1) rows.push(['Workers', String(data.workers)]);
  rows.push(['Control access', formatControlAccess(data.settings)]);
  if (server.caPath !== undefined) rows.push(['Trust', `${server.caPath} (curl --cacert)`]);
  const place = `${formatPlace(database)}${data.isDatabaseNew ? ' (created now)' : ''}`;
  rows.push(['Data', database === 'memory' ? 'in memory, deleted at the end' : place]);
  const { starter } = data;
  if (!starter) rows.push(['Sign in', formatSignIn(data)]);
  return [
    `${terminal.bold(`Sparring ${version}`)}\n\n${formatColumns(rows)}\n`,
    data.isTokenNew ? `${formatTokenIntroduction(data, terminal)}\n` : '',
    starter ? `${formatIntroduction(starter, server, terminal)}\n` : '',
  ].join('');
}

/** The output of a container is the only place where its user looks, so the new token is there, once. */
function formatTokenIntroduction({ server, settings }: BannerData, terminal: Pick<Terminal, 'bold'>): string {
  const rows: [string, string][] = [
    ['Token', settings.controlToken ?? ''],
    ['Inspector', `${server.controlUrl}/_sparring/inspector`],
    [
      'Try',
      `curl -H 'Authorization: Bearer ${settings.controlToken}' ${server.controlUrl}/_sparring/requests`,
    ],
  ];
  const sentence = 'A token of the control API was created. It is shown only once, and remains in its file:';
  return `${terminal.bold(sentence)}\n\n${formatColumns(rows)}`;
}

function originOf(service: string, { url, accountsUrl, controlUrl }: ServerAddress): string {
  if (service === 'control') return controlUrl;
  return ACCOUNTS.has(service) ? accountsUrl : url;
}

/** The services of the accounts port. */
const ACCOUNTS: ReadonlySet<string> = new Set(['api', 'accounts']);

/** Other services have no row. */
const LABELS: Readonly<Record<string, string>> = {
  testing: 'Testing service',
  api: 'Authorizations',
  accounts: 'Settings pages',
  control: 'Control API',
  docs: 'Docs',
};

function formatSignIn(data: BannerData): string {
  const { userCount } = data;
  if (userCount === 0) return `no users; add one with: ${formatAddCommand(data)}`;
  if (data.database === 'memory' && data.settings.seed !== undefined)
    return userCount === 1 ? 'as the user of the seed' : `as one of the ${userCount} users of the seed`;
  const who = userCount === 1 ? 'the user' : `one of the ${userCount} users`;
  const password = data.database === 'memory' ? '' : ` a new password: ${formatCommand(data, 'password')};`;
  return `as ${who} in the database;${password} add another with: ${formatAddCommand(data)}`;
}

/** The command that adds a user to this database. Another process cannot access a database in memory. */
function formatAddCommand(data: BannerData): string {
  return data.database === 'memory' ? '--seed FILE' : formatCommand(data, 'add');
}

/** A command about a user of this database. */
function formatCommand({ command, database, isDatabaseTyped }: BannerData, action: string): string {
  const flag = isDatabaseTyped ? ` --database ${maskDatabase(database)}` : '';
  return `${command} user ${action} LOGIN${flag}`;
}

function formatIntroduction(
  starter: Starter,
  { accountsUrl, caPath }: ServerAddress,
  terminal: Pick<Terminal, 'bold'>,
): string {
  const trust = caPath === undefined ? '' : `--cacert ${quoteLine(caPath)} `;
  const rows: [string, string][] = [
    ['Login', starter.login],
    ['Password', starter.password],
    ['Client id', starter.clientId],
    ['Client secret', starter.clientSecret],
    ['Try', `curl ${trust}-u ${starter.login}:${starter.password} ${accountsUrl}/api/v3/user -w '\\n'`],
  ];
  const sentence =
    'The database was empty. A user and an application were created. Their secrets are shown only once:';
  return `${terminal.bold(sentence)}\n\n${formatColumns(rows)}`;
}
