import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGuides } from '#docs/guides/load-guides.ts';

test('every guide has front matter with its group, a place of its own, and one sentence', async () => {
  const guides = await loadGuides();
  for (const { name, title, summary } of guides) {
    assert.match(summary, /^[A-Z].*\.$/, name);
    assert.equal(
      guides.filter((other) => other.title === title).length,
      1,
      `two guides have the title ${title}`,
    );
  }
});
