import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderGuide } from './render-guide.ts';

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
  const guide = renderGuide('toy', PAGE, (link) =>
    link === 'other.md#part' ? '/docs/guides/other#part' : undefined,
  );
  assert.equal(guide.title, 'A *title*');
  assert.equal(guide.summary, 'The `first: one` sentence.');
  assert.match(guide.html, /<h2 id="some-heading-1-2">Some <strong>heading<\/strong>: 1, 2<\/h2>/);
  assert.match(guide.html, /<a href="\/docs\/guides\/other#part">there<\/a>/);
  assert.doesNotMatch(guide.html, /<script|<b |href="javascript:/);
  assert.match(guide.html, /<pre><code>echo &quot;&lt;b&gt;&quot; &amp;&amp; true<\/code><\/pre>/);
  assert.match(guide.html, /<td><code>&lt;a&gt;<\/code><\/td>/);
});
