import type { Terminal } from './terminal.ts';

/** The help of `sparring --help`, for a terminal of 80 columns and 24 lines. */
export function formatShortHelp(commands: readonly string[], terminal: Pick<Terminal, 'bold'>): string {
  return `${terminal.bold('Usage:')} sparring [serve] [options]
       sparring COMMAND [options]

A testing service for HTTP clients, and an authorization API, in one server.

${terminal.bold('Options:')}
  --port PORT          port to listen on (default 8080; 0 selects a free one)
  --database DATABASE  memory, sqlite:PATH or postgres://…
  --seed FILE          users, applications and tokens to begin with
  --tls                serves TLS and HTTP/2
  --config FILE        reads settings from a file
  -v, --version        prints the version
  --help-all           prints all commands and settings

${terminal.bold('Commands:')} (sparring help COMMAND)
${wrap(commands.join(', '), 78)}

${terminal.bold('Examples:')}
  sparring --port 0 --database memory     a server on a free port, in memory
  sparring run -- npm test                a server for the time of a command
`;
}

function wrap(text: string, width: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `  ${line}`).join('\n');
}
