import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { describe, it, test } from 'node:test';
import { promisify } from 'node:util';
import type { Example } from '#http/routing/endpoint.ts';
import { exampleServer } from '#test/support/servers/example-server.ts';
import { anything, endpoint } from '#test/support/servers/toy.ts';
import { formatExampleCurl } from './pages/examples/example-curl.ts';

const toy = endpoint({ ...anything, path: '/toy', methods: ['GET', 'POST', 'HEAD'], handle() {} });

function line(example: Partial<Example>): string {
  return formatExampleCurl('http://h', toy, { path: '/toy', status: 200, ...example });
}

test('a command contains only options that differ from the defaults of curl', () => {
  assert.equal(line({}), 'curl -i http://h/toy');
  assert.equal(line({ method: 'POST', body: 'a=1' }), 'curl -i -d a=1 http://h/toy');
  assert.equal(line({ method: 'HEAD' }), 'curl -I http://h/toy');
  assert.equal(
    line({ fields: [['Authorization', `Basic ${btoa('mona:pw')}`]] }),
    'curl -i -u mona:pw http://h/toy',
  );
});

test('special characters are quoted for the shell, for curl and for copying', () => {
  assert.equal(line({ path: '/toy?a=$(id)&b=`id`' }), "curl -i 'http://h/toy?a=$(id)&b=`id`'");
  assert.equal(line({ fields: [['X', "it's"]] }), `curl -i -H 'X: it'\\''s' http://h/toy`);
  assert.equal(line({ method: 'POST', body: "a\\\r\n'b'" }), "curl -i -d $'a\\\\\\r\\n\\'b\\'' http://h/toy");
  assert.equal(
    line({ method: 'POST', body: '@/etc/passwd' }),
    'curl -i --data-raw @/etc/passwd http://h/toy',
  );
  assert.equal(line({ path: '/toy/{a,b}' }), "curl -i -g 'http://h/toy/{a,b}'");
});

describe('every curl command of the documentation, in a shell', async () => {
  const { url, services } = await exampleServer();
  const controlled = await exampleServer();
  // The entry of the journal that examples name.
  await controlled.send({ path: '/get' });

  it('gets the documented status', async (t) => {
    if (!isInstalled('bash') || !isInstalled('curl')) return t.skip('there is no bash, or no curl');
    const examples = services.flatMap((service) =>
      service.endpoints.flatMap((each) =>
        each.examples.map((example) => ({
          curl: formatExampleCurl(service.name === 'control' ? controlled.url : url, each, example),
          status: example.status,
        })),
      ),
    );
    const script = examples
      .map(({ curl }) => `${curl} -s -m 20 -o /dev/null -w '%{http_code}\\n'`)
      .join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    const statuses = stdout.trim().split('\n').map(Number);
    assert.deepEqual(
      examples.map(({ curl }, index) => ({ curl, status: statuses[index] })),
      examples,
    );
  });
});

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
