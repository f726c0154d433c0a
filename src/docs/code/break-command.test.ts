import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { breakCommand } from './break-command.ts';

const URL = 'http://127.0.0.1:8080/anything/that/has/a/long/path';

test('a long command is broken before options and its URL, and a short one is not', () => {
  assert.equal(breakCommand('curl -i http://127.0.0.1:8080/get'), 'curl -i http://127.0.0.1:8080/get');
  assert.equal(
    breakCommand(`curl -i -H 'Content-Type: application/json' -d '{"a": "-b -c"}' ${URL}\n`),
    `curl -i -H 'Content-Type: application/json' -d '{"a": "-b -c"}' \\\n  ${URL}\n`,
  );
});

test('a long command is broken before operators, which then join the same commands', () => {
  const long = `printf '%s' 'a | b && c || d' 'and further text, so that the line is long' | tr a-z A-Z && echo or || echo no`;
  const broken = breakCommand(long);
  assert.match(broken, /long' \\\n {2}\| tr a-z A-Z && echo or \|\| echo no$/);
  const run = (command: string) => execFileSync('sh', ['-c', command], { encoding: 'utf8' });
  assert.equal(run(broken), run(long));
});

test('quotes, comments and here-documents are not broken', () => {
  for (const text of [
    `printf '%s' 'one -a -b -c -d -e -f -g -h -i -j -k -l -m -n -o -p -q -r -s -t -u -v -w'`,
    `# A comment that doesn't end: curl -i -H 'Content-Type: application/json' -d '{}' http://127.0.0.1`,
    `curl -i -H 'Accept: text/plain' http://127.0.0.1:8080/get     # a comment makes no command longer`,
    `cat <<'EOF'\ncurl -i -H 'Content-Type: application/json' -d '{"a": 1}' -o /dev/null ${URL}\nEOF`,
  ])
    assert.equal(breakCommand(text), text);
});

test('a broken command has the arguments of the command', () => {
  const argumentsOf = (command: string) =>
    execFileSync('sh', ['-c', command.replace(/^curl/, `printf '<%s>'`)], { encoding: 'utf8' });
  for (const command of [
    `curl -i -X PUT -H 'X-A: it'\\''s -d' -H "X-B: \\"-e\\" f" --data-raw 'a -b\nc -d' -g '${URL}?a=1&b=-c'`,
    `curl -s -o /dev/null -w '%{http_code}\\n' -H 'Authorization: Bearer abc' -u mona:secret ${URL} # -x`,
  ]) {
    const broken = breakCommand(command);
    assert.ok(broken.includes('\\\n'), broken);
    assert.equal(argumentsOf(broken), argumentsOf(command));
  }
});
