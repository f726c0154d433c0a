import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { presetNames } from '#accounts/domain/lifecycle/schedule-presets.ts';
import { parseDocument } from '#config/document.ts';
import { UsageError } from '#config/usage-error.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { parseDocumentSchedule, parseGivenSchedule, readSchedule } from './schedule.ts';

function refused(message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof UsageError, String(error));
    assert.match(error.message, message);
    assert.match(error.message, /^[^\n]+\.$/);
    return true;
  };
}

describe('a schedule', () => {
  it('is a preset, or an equivalent file in YAML or JSON', async (t) => {
    const folder = await temporaryFolder(t);
    const [yaml, json] = [path.join(folder, 'a.yaml'), path.join(folder, 'a.json')];
    const phases = [{ phase: 'removed', from: '2030-01-01T00:00:00Z', status: 410, headers: { 'X-Why': 7 } }];
    await writeFile(
      yaml,
      'phases:\n  - { phase: removed, from: 2030-01-01, status: 410, headers: { X-Why: 7 } }\n',
    );
    await writeFile(json, JSON.stringify({ phases }));
    const [one, other] = [await readSchedule(yaml, '--lifecycle'), await readSchedule(json, '--lifecycle')];
    assert.deepEqual(one, other);
    assert.deepEqual(one, parseGivenSchedule({ phases }));
    assert.equal(one.name, 'custom');
    for (const name of presetNames) assert.equal((await readSchedule(name, '--lifecycle')).name, name);
    for (const name of presetNames) assert.deepEqual(parseGivenSchedule(name), await readSchedule(name, ''));
  });

  it('has its phases in chronological order', () => {
    const phases = [
      { phase: 'removed', from: '2030-06-01' },
      { phase: 'supported' },
      { phase: 'deprecated', from: '2030-01-01' },
    ];
    const names = parseGivenSchedule({ phases }).authorizations.map(({ name }) => name);
    assert.deepEqual(names, ['supported', 'deprecated', 'removed']);
  });

  it('causes an error of one sentence with the place, and the most similar name if there is one', async () => {
    const phase = (more: object) => ({ phases: [{ phase: 'brownout', ...more }] });
    const cases: [data: unknown, message: RegExp][] = [
      ['githup', /must be supported, deprecated, github or an object.*"githup" \(did you mean github\?\)/],
      [7, /^The lifecycle must be an object with phases\.$/],
      [null, /^The lifecycle must be an object with phases/],
      [{}, /^The lifecycle has no phases/],
      [{ phases: [] }, /^phases must be a list of phases/],
      [{ phase: [] }, /^phase is not a known key \(did you mean phases\?\)/],
      [phase({ form: '2030-01-01' }), /^phases\[0\]\.form is not a known key \(did you mean from\?\)/],
      [
        phase({ phase: 'brown-out' }),
        /^phases\[0\]\.phase must be supported, deprecated, brownout or removed/,
      ],
      [{ phases: [{}] }, /^phases\[0\] has no phase/],
      [phase({ from: 'tomorrow' }), /^phases\[0\]\.from must be a date or timestamp, such as/],
      [phase({ from: '2030-02-30' }), /^phases\[0\]\.from is not a valid date/],
      [phase({ from: 1893456000 }), /^phases\[0\]\.from must be a date or timestamp/],
      [phase({ from: '2030-01-02', until: '2030-01-02' }), /^phases\[0\]\.until must be later than from/],
      [phase({ status: 200 }), /^phases\[0\]\.status must be a status from 400 to 599/],
      [phase({ status: '4100' }), /^phases\[0\]\.status must be a status/],
      [phase({ message: '' }), /^phases\[0\]\.message must be 1 to 2000 characters/],
      [phase({ message: 'a\u0000b' }), /^phases\[0\]\.message must be/],
      [phase({ documentation_url: 'javascript:1' }), /^phases\[0\]\.documentation_url must be a URL/],
      [phase({ documentation_url: 'https://x/> ; x' }), /^phases\[0\]\.documentation_url must be a URL/],
      [phase({ headers: { 'X Y': 'z' } }), /^phases\[0\]\.headers\."X Y" is not a valid header name/],
      [
        phase({ headers: { 'X-A': 'a\r\nb' } }),
        /^phases\[0\]\.headers\.X-A must be a value in ASCII, or null/,
      ],
      [phase({ headers: { 'content-Length': '5' } }), /content-Length is reserved for the server/],
      [phase({ headers: [] }), /^phases\[0\]\.headers must be an object of headers/],
      [
        phase({ phase: 'deprecated', status: 410 }),
        /^phases\[0\]\.status is only allowed for a brownout or a removal/,
      ],
      [
        phase({ phase: 'supported', message: 'x' }),
        /^phases\[0\]\.message is only allowed for a brownout or a removal/,
      ],
      [
        phase({ phase: 'deprecated', body: 'x' }),
        /^phases\[0\]\.body is only allowed for a brownout or a removal/,
      ],
      [phase({ message: 'x', body: 'x' }), /^phases\[0\]\.message cannot be combined with body/],
      [phase({ body: 5 }), /^phases\[0\]\.body must be an object, which is sent as JSON, or a text/],
      [
        { phases: [{ phase: 'deprecated' }, { phase: 'removed' }] },
        /^phases\[1\] begins at the same time as phases\[0\]/,
      ],
      [
        { phases: [{ phase: 'removed' }], path_tokens: [{ phase: 'removed', until: 'x' }] },
        /^path_tokens\[0\]\.until must be a date or timestamp/,
      ],
    ];
    for (const [data, message] of cases) assert.throws(() => parseGivenSchedule(data), refused(message));
  });

  it('in a file causes an error with the line', async () => {
    const text =
      'phases:\n  - phase: deprecated\n    from: 2030-01-01\n  - phase: removed\n    untill: 2031-01-01\n';
    const document = await parseDocument(text, 'end.yaml');
    const message = /^end\.yaml:5: phases\[1\]\.untill is not a known key \(did you mean until\?\)/;
    assert.throws(() => parseDocumentSchedule(document), refused(message));
    const empty = await parseDocument('', 'end.yaml');
    assert.throws(() => parseDocumentSchedule(empty), refused(/^end\.yaml: the file has no phases/));
  });

  it('is neither a misspelt preset nor a missing file', async () => {
    await assert.rejects(
      readSchedule('githb', '--lifecycle'),
      refused(/^--lifecycle must be .* or the path of a file, not "githb" \(did you mean github\?\)/),
    );
    await assert.rejects(
      readSchedule('./none.yaml', 'SPARRING_LIFECYCLE'),
      refused(/Cannot read .*none\.yaml, which SPARRING_LIFECYCLE names: there is no such file/),
    );
  });
});
