import { maskDatabase } from '../config/mask.ts';
import type { RunningServer } from '../server.ts';
import type { Starter } from '../starter.ts';
import { version } from '../version.ts';
import { type Terminal, toColumns } from './terminal.ts';

export interface BannerFacts {
  readonly server: Pick<RunningServer, 'url' | 'services' | 'caPath'>;
  readonly database: string;
  /** Present when this start has made it. */
  readonly starter: Starter | undefined;
  readonly userCount: number;
  /** How the command is called, such as `sparring` or `npm start --`. */
  readonly command: string;
}

/** What a start says: where everything is, and how to sign in. */
export function toBanner(facts: BannerFacts, terminal: Pick<Terminal, 'bold'>): string {
  const { server, database } = facts;
  const rows: [string, string][] = server.services.map(({ name, prefix, entrance }) => [
    LABELS[name] ?? name,
    `${server.url}${entrance ?? (prefix || '/')}`,
  ]);
  if (server.caPath !== undefined) rows.push(['Trust', `${server.caPath} (curl --cacert)`]);
  rows.push(['Data', toPlace(database)]);
  const { starter } = facts;
  if (!starter) rows.push(['Sign in', toSignIn(facts)]);
  const head = `${terminal.bold(`Sparring ${version}`)}\n\n${toColumns(rows)}\n`;
  return starter ? `${head}${toIntroduction(starter, server.url, terminal)}\n` : head;
}

const LABELS: Readonly<Record<string, string>> = {
  testing: 'Testing service',
  authorizations: 'Authorizations',
  pages: 'Settings pages',
  control: 'Control API',
  docs: 'Docs',
};

function toPlace(database: string): string {
  if (database === 'memory') return 'in memory, gone at the end';
  return maskDatabase(database).replace(/^sqlite:/i, '');
}

function toSignIn({ userCount, command }: BannerFacts): string {
  if (userCount === 0) return `nobody can yet; add a user with: ${command} user add LOGIN`;
  const who = userCount === 1 ? 'the user' : `one of the ${userCount} users`;
  return `as ${who} in the database; add another with: ${command} user add LOGIN`;
}

function toIntroduction(starter: Starter, url: string, terminal: Pick<Terminal, 'bold'>): string {
  const rows: [string, string][] = [
    ['Login', starter.login],
    ['Password', starter.password],
    ['Client id', starter.clientId],
    ['Client secret', starter.clientSecret],
    ['Try', `curl -u ${starter.login}:${starter.password} ${url}/api/v3/user`],
  ];
  const sentence = 'The database was empty, so it got a user and an application. They are shown this once:';
  return `${terminal.bold(sentence)}\n\n${toColumns(rows)}`;
}
