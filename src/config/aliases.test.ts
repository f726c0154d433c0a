import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../test/support/command.ts';
import { assertUsageError, runInProcess } from '../../test/support/in-process-command.ts';
import { start } from '../index.ts';

const DIFFERENT = 'have different values; keep one of them';

describe('era, an alias of apiVersion', () => {
  it('is a flag', async () => {
    const { out } = await runInProcess(['config', '--era', 'ghes-2.22']);
    assert.match(out, /^api-version: ghes-2\.22 +# --era$/m);
    const both = ['config', '--api-version', 'ghes-2.22', '--era'];
    assert.match(
      (await runInProcess([...both, 'ghes-2.22'])).out,
      /^api-version: ghes-2\.22 +# --api-version$/m,
    );
    assertUsageError(
      await runInProcess([...both, 'ghes-3.1']),
      new RegExp(`--api-version and --era ${DIFFERENT}`),
    );
  });

  it('is a variable', async () => {
    const read = (variables: Record<string, string>) => runInProcess(['config'], { variables });
    const { out, err } = await read({ SPARRING_ERA: 'ghes-2.22' });
    assert.match(out, /^api-version: ghes-2\.22 +# SPARRING_ERA$/m);
    assert.equal(err, '');
    const same = await read({ SPARRING_API_VERSION: 'ghes-2.22', SPARRING_ERA: 'ghes-2.22' });
    assert.match(same.out, /^api-version: ghes-2\.22 +# SPARRING_API_VERSION$/m);
    const empty = await read({ SPARRING_API_VERSION: '', SPARRING_ERA: 'ghes-2.22' });
    assert.match(empty.out, /^api-version: ghes-2\.22 +# SPARRING_ERA$/m);
    assertUsageError(
      await read({ SPARRING_API_VERSION: 'ghes-2.22', SPARRING_ERA: 'ghes-3.1' }),
      new RegExp(`SPARRING_API_VERSION and SPARRING_ERA ${DIFFERENT}`),
    );
  });

  it('is a key of the configuration file', async (t) => {
    const file = path.join(await temporaryFolder(t), 'sparring.yaml');
    const read = async (content: string) => {
      await writeFile(file, content);
      return runInProcess(['config', '--config', file]);
    };
    assert.match((await read('era: ghes-2.22\n')).out, /^api-version: ghes-2\.22 +# \S+:1: era$/m);
    assertUsageError(
      await read('api-version: ghes-2.22\nera: ghes-3.1\n'),
      new RegExp(`yaml:1: api-version and \\S+yaml:2: era ${DIFFERENT}`),
    );
  });

  it('is an option of the library', async () => {
    const version = async (options: Parameters<typeof start>[0]) => {
      await using server = await start(options);
      const { headers } = await fetch(`${server.url}/api/v3/meta`);
      return headers.get('X-GitHub-Enterprise-Version');
    };
    assert.equal(await version({ apiVersion: 'ghes-2.22' }), '2.22.0');
    assert.equal(await version({ era: 'ghes-2.22' }), '2.22.0');
    assert.equal(await version({ era: 'ghes-2.22', apiVersion: undefined }), '2.22.0');
    await assert.rejects(start({ apiVersion: 'ghes-2.22', era: 'ghes-3.1' }), {
      name: 'UsageError',
      message: `apiVersion and era ${DIFFERENT}.`,
    });
    await assert.rejects(start(JSON.parse('{"era":"ghes-2.21"}')), {
      name: 'UsageError',
      message: /^era must be one of .*\(did you mean ghes-2\.\d+\?\)\.$/,
    });
  });

  it('is overridden by the name in a source with precedence, and overrides it in others', async () => {
    const variables = { SPARRING_API_VERSION: 'ghes-2.18' };
    const flag = await runInProcess(['config', '--era', 'ghes-2.22'], { variables });
    assert.match(flag.out, /^api-version: ghes-2\.22 +# --era$/m);
    const variable = await runInProcess(['config', '--api-version', 'ghes-3.1'], {
      variables: { SPARRING_ERA: 'ghes-2.22' },
    });
    assert.match(variable.out, /^api-version: ghes-3\.1 +# --api-version$/m);
  });

  it('is not in the help', async () => {
    const { out } = await runInProcess(['--help-all']);
    assert.match(out, /--api-version <RELEASE>/);
    assert.doesNotMatch(out, /--era/);
  });
});
