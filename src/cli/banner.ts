import { maskDatabase, toPlace } from '../config/database.ts';
import type { Starter } from '../seed/starter.ts';
import { version } from '../version.ts';
import type { ServerAddress } from './serve/serving.ts';
import { type Terminal, toColumns } from './terminal.ts';

export interface BannerFacts {
  readonly server: ServerAddress;
  readonly database: string;
  /** Whether it was named on the command line, so that other commands have to be told too. */
  readonly isDatabaseTyped: boolean;
  /** Present when this start has made it. */
  readonly starter: Starter | undefined;
  readonly userCount: number;
  /** How the command is called, such as `sparring` or `npm start --`. */
  readonly command: string;
}

/** What a start says: where everything is, and how to sign in. */
export function toBanner(facts: BannerFacts, terminal: Pick<Terminal, 'bold'>): string {
  const { server, database } = facts;
  const rows: [string, string][] = server.services.map(({ name, prefix, entryPath }) => [
    LABELS[name] ?? name,
    `${ACCOUNTS.has(name) ? server.accountsUrl : server.url}${entryPath ?? (prefix || '/')}`,
  ]);
  if (server.caPath !== undefined) rows.push(['Trust', `${server.caPath} (curl --cacert)`]);
  rows.push(['Data', database === 'memory' ? 'in memory, gone at the end' : toPlace(database)]);
  const { starter } = facts;
  if (!starter) rows.push(['Sign in', toSignIn(facts)]);
  const head = `${terminal.bold(`Sparring ${version}`)}\n\n${toColumns(rows)}\n`;
  return starter ? `${head}${toIntroduction(starter, server.accountsUrl, terminal)}\n` : head;
}

/** The services that a port of their own may have. */
const ACCOUNTS: ReadonlySet<string> = new Set(['authorizations', 'pages']);

const LABELS: Readonly<Record<string, string>> = {
  testing: 'Testing service',
  authorizations: 'Authorizations',
  pages: 'Settings pages',
  control: 'Control API',
  docs: 'Docs',
};

function toSignIn(facts: BannerFacts): string {
  const { userCount } = facts;
  if (userCount === 0) return `nobody can yet; add a user with: ${toAddition(facts)}`;
  const who = userCount === 1 ? 'the user' : `one of the ${userCount} users`;
  return `as ${who} in the database; add another with: ${toAddition(facts)}`;
}

/** A command of its own reaches no database in memory, and another one than ours unless it is named. */
function toAddition({ command, database, isDatabaseTyped }: BannerFacts): string {
  if (database === 'memory') return '--seed FILE';
  const flag = isDatabaseTyped ? ` --database ${maskDatabase(database)}` : '';
  return `${command} user add LOGIN${flag}`;
}

function toIntroduction(starter: Starter, url: string, terminal: Pick<Terminal, 'bold'>): string {
  const rows: [string, string][] = [
    ['Login', starter.login],
    ['Password', starter.password],
    ['Client id', starter.clientId],
    ['Client secret', starter.clientSecret],
    ['Try', `curl -u ${starter.login}:${starter.password} ${url}/api/v3/user -w '\\n'`],
  ];
  const sentence = 'The database was empty, so it got a user and an application. They are shown this once:';
  return `${terminal.bold(sentence)}\n\n${toColumns(rows)}`;
}
