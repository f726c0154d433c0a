import assert from 'node:assert/strict';
import { it } from 'node:test';
import { command, temporaryFolder } from '#test/support/commands/command.ts';

it('a server prints a line for each variable of go-httpbin that has no effect', async (t) => {
  const variables = {
    PREFIX: '/httpbin',
    EXCLUDE_HEADERS: 'X-A,x-fc-*',
    UNSAFE_ALLOW_DANGEROUS_RESPONSES: ' ',
  };
  const server = command(
    t,
    await temporaryFolder(t),
    ['--port', '0', '--database', 'memory', '--log-level', 'warn'],
    {
      variables,
    },
  );
  await server.printed(/Data /);
  server.process.kill('SIGTERM');
  const { err } = await server.finish;
  assert.deepEqual(err.trimEnd().split('\n'), [
    'sparring: The variable PREFIX, as go-httpbin has it, is ignored; for a prefix of all paths, use --base-path or SPARRING_BASE_PATH.',
    'sparring: The variable EXCLUDE_HEADERS, as go-httpbin has it, is ignored; /headers and similar endpoints return all headers of the request.',
  ]);
});
