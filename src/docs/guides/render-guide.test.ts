import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFrontMatter } from './front-matter.ts';
import { withOrigin } from './guide.ts';
import { renderGuide } from './render-guide.ts';

const FRONT = { group: 'Start', summary: 'A summary.', rows: { A: 'setting' } } as const;

const PAGE = `# A *title*

The \`first: one\` [sentence](x.md). The second one.

## Some **heading**: 1, 2

<script>alert(1)</script>

A <b onclick="x">bold</b> [here](javascript:alert(1)) [there](other.md#part)

| A | B |
|---|--:|
| \`<a>\` | 2 |

\`\`\`sh
echo "<b>" && true
\`\`\`
`;

test('a guide has anchors, links that the server has, and no HTML of its own', () => {
  const guide = renderGuide('toy', FRONT, PAGE, (link) =>
    link === 'other.md#part' ? '/docs/guides/other#part' : undefined,
  );
  assert.equal(guide.title, 'A *title*');
  assert.equal(guide.sections[0]?.text, 'The first: one sentence. The second one.');
  assert.deepEqual(guide.rows, [
    { kind: 'setting', id: 'setting--a-', name: '<a>', otherNames: [], text: '' },
  ]);
  assert.match(
    guide.html,
    /<h2 id="some-heading-1-2">Some <strong>heading<\/strong>: 1, 2 <a class="anchor" href="#some-heading-1-2"/,
  );
  assert.match(guide.html, /<a href="\/docs\/guides\/other#part">there<\/a>/);
  assert.doesNotMatch(guide.html, /<script|<b |href="javascript:/);
  assert.match(
    guide.html,
    /<code><span class="tf">echo<\/span> <span class="ts">&quot;&lt;b&gt;&quot;<\/span> <span class="tp">&amp;&amp;<\/span> <span class="tf">true<\/span><\/code><\/pre>/,
  );
  assert.match(guide.html, /<td><code>&lt;a&gt;<\/code><\/td>/);
});

test('front matter precedes the text, and a guide without it is an error', () => {
  const [front, markdown] = readFrontMatter(
    'toy',
    '---\ngroup: Run it\norder: 3\nsummary: "A: b."\nrows:\n  Flag: setting\n---\n\n# Title\n',
  );
  assert.deepEqual(front, { group: 'Run it', order: 3, summary: 'A: b.', rows: { Flag: 'setting' } });
  assert.equal(markdown, '# Title\n');
  for (const text of ['# Title\n', '---\ngroup: Other\norder: 3\nsummary: A.\n---\n'])
    assert.throws(() => readFrontMatter('toy', text), /The guide toy needs front matter/);
});

test('highlighted commands have the port of the reader', () => {
  const { html } = renderGuide(
    'toy',
    FRONT,
    '# A\n\n```sh\nsparring --port 8080 --tls\n```\n',
    () => undefined,
  );
  const textOf = (origin: string) => withOrigin(html, origin).replace(/<[^>]*>/g, '');
  assert.match(textOf('http://10.0.0.1:9805'), /sparring --port 9805 --tls/);
  assert.match(textOf('https://a.example'), /sparring --tls/);
});

test('examples have the origin of the reader', () => {
  const html =
    'sparring --port 8080 --tls http://127.0.0.1:8080/a 127.0.0.1:8080 t1.bin.localhost:8080 default 8080';
  assert.equal(
    withOrigin(html, 'http://10.0.0.1:9805'),
    'sparring --port 9805 --tls http://10.0.0.1:9805/a 10.0.0.1:9805 t1.bin.localhost:9805 default 8080',
  );
  assert.equal(
    withOrigin(html, 'https://a.example'),
    'sparring --tls https://a.example/a a.example t1.bin.localhost default 8080',
  );
});
