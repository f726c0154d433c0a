import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { assertProven, integrations, isInstalled, runTests } from './contract.ts';
import { rustEquivalents } from './rust-equivalents.ts';

const crate = path.join(integrations, 'rust');
const tests = path.join(crate, 'contract');
/** Kept, because the crates of the HTTP clients take a minute to compile. */
const target = path.join(integrations, '../node_modules/.cache/sparring-rust');
/** Where cargo unpacks the package. */
const unpacked = path.join(target, 'package/sparring-0.1.0');

const skip = hasCargo() ? false : 'cargo 1.85 is not installed here';

describe('the crate sparring, from its package', { skip }, () => {
  const project = path.join(unpacked, 'contract');
  const equivalents = rustEquivalents();
  const cargo = async (cwd: string, ...args: string[]) => {
    const { code, text } = await runTests('cargo', args, cwd, { CARGO_TARGET_DIR: target });
    assert.equal(code, 0, text);
    return text;
  };

  before(async () => {
    await cargo(crate, 'package', '--allow-dirty', '--locked', '--quiet');
    await cp(tests, project, { recursive: true });
    await writeFile(path.join(project, 'tests/equivalents.rs'), equivalents.source);
  });

  // The TLS library of the system requires its headers.
  const features = isInstalled('pkg-config', '--exists', 'openssl') ? ['--features', 'native-tls'] : [];
  // In steps, because the runner ends a process without an event for three minutes.
  for (const name of ['tokio', 'rustls', 'hyper'])
    it(`compiles ${name}`, { timeout: 400_000 }, async () => {
      await cargo(project, 'build', '--locked', '-p', name);
    });

  it('compiles with reqwest', { timeout: 400_000 }, async () => {
    await cargo(project, 'build', '--locked', ...features);
  });

  it('compiles with the other clients', { timeout: 400_000 }, async () => {
    await cargo(project, 'test', '--no-run', '--locked', ...features);
  });

  it('has the behaviours of the contract, and the lines of the guide', { timeout: 400_000 }, async () => {
    const text = await cargo(project, 'test', '--locked', ...features);
    assertProven(text, /^test (?<test>test_\d\d_\w+) \.\.\. (?<result>ok|FAILED|ignored)/gm, 'ok');
    assert.match(text, /^test repeats_after_an_error \.\.\. ok/m);
    assert.equal(text.match(/^test equivalent_\w+ \.\.\. ok/gm)?.length, equivalents.count, text);
    await cargo(crate, 'test', '--locked', '--doc');
  });

  it('has no findings of clippy and rustfmt', { timeout: 400_000 }, async (t) => {
    if (!isInstalled('cargo', 'clippy', '--version') || !isInstalled('cargo', 'fmt', '--version'))
      return t.skip('clippy is not installed here');
    await cargo(crate, 'clippy', '--locked', '--all-targets', '--', '-D', 'warnings');
    for (const folder of [crate, tests]) await cargo(folder, 'fmt', '--check');
  });

  it('has a README that begins with the test of a project', async () => {
    const readme = await readFile(path.join(crate, 'README.md'), 'utf8');
    const test = await readFile(path.join(tests, 'tests/readme.rs'), 'utf8');
    assert.ok(readme.startsWith(`# sparring\n\n\`\`\`rust\n${test}\`\`\`\n`));
  });
});

function hasCargo(): boolean {
  if (!isInstalled('cargo', '--version')) return false;
  const [, minor = '0'] =
    /^cargo 1\.(\d+)/.exec(execFileSync('cargo', ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(minor) >= 85;
}
