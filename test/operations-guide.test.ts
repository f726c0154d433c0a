import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { parse } from 'yaml';
import { codeBlocks } from './support/programs/guide.ts';
import { serve } from './support/servers/serve.ts';

const PAGE = 'docs/guide/operations.md';
const page = readFileSync(path.join(import.meta.dirname, '..', PAGE), 'utf8');

/** The names and types of the metrics of a server. */
async function readMetrics(t: Parameters<typeof serve>[0]): Promise<string[]> {
  const text = (await (await serve(t)).get('/_sparring/metrics')).text();
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`).sort();
}

it('the guide lists every metric with its type', async (t) => {
  const listed = [...page.matchAll(/^\| `(\w+)` \| (counter|gauge|histogram) \|/gm)];
  assert.deepEqual(listed.map(([, name, type]) => `${name} ${type}`).sort(), await readMetrics(t));
});

it('the alert rules of the guide name existing metrics', async (t) => {
  const names = (await readMetrics(t)).map((line) => line.split(' ')[0] ?? '');
  const [, rules = ''] = codeBlocks(PAGE, 'yaml');
  const { groups } = parse(rules);
  const expressions: string[] = groups[0].rules.map(({ expr }: { expr: string }) => expr);
  assert.ok(expressions.length >= 5);
  for (const expression of expressions) {
    const used = [...expression.matchAll(/\b(?:sparring|process|nodejs)_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    );
    assert.ok(used.length > 0 && used.every((name) => names.includes(name)), expression);
  }
});
