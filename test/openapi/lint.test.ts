import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documents, runTool } from './tools.ts';

describe('linters find nothing in the OpenAPI documents', () => {
  it('redocly lint', async (t) => {
    const args = ['lint', '--format=stylish', ...documents];
    const outcome = await runTool(t, 'node_modules/@redocly/cli/bin/cli.js', args);
    if (!outcome) return;
    assert.equal(outcome.code, 0, outcome.output);
    // Warnings have exit code 0 too.
    assert.doesNotMatch(outcome.output, /\bwarnings?\b/, outcome.output);
    assert.match(outcome.output, /Your API descriptions are valid/);
  });

  it('spectral lint', async (t) => {
    const args = ['lint', '--fail-severity=hint', ...documents];
    const outcome = await runTool(t, 'node_modules/@stoplight/spectral-cli/dist/index.js', args);
    if (!outcome) return;
    assert.equal(outcome.code, 0, outcome.output);
    assert.match(outcome.output, /No results/);
  });
});
