import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');

interface Line {
  readonly file: string;
  readonly text: string;
  readonly place: string;
}

const lines: readonly Line[] = globSync('{src,conformance/src}/**/*.ts', { cwd: root })
  .map((file) => file.split(path.sep).join('/'))
  // Scripts of pages run in the browser.
  .filter((file) => !file.endsWith('.test.ts') && !file.includes('/browser/'))
  .flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .map((text, index) => ({ file, text, place: `${file}:${index + 1}: ${text.trim()}` })),
  )
  // Comments name what they are about.
  .filter(({ text }) => !/^\s*(?:\/\/|\/?\*)/.test(text));

/** The files with clients of HTTP, and why these are those of Node. */
const CLIENTS: Readonly<Record<string, string>> = {
  'src/cli/run/verify-rules.ts': 'fetch has no option for the certificate authority of the server',
  'src/cli/setup/request-status.ts':
    'fetch verifies certificates, and those of this check can be for other names',
};

/** Uses of what Node does not document, by the file and what the line has. */
const EXCEPTIONS: readonly (readonly [file: string, text: string, reason: string])[] = [
  [
    'src/wire/driver/tls.ts',
    "('secure',",
    'the end of the handshake; `driver/tls.test.ts` would fail without it',
  ],
  [
    'src/wire/driver/tls.ts',
    "('_tlsError',",
    'an invalid record after the handshake; `driver/tls.test.ts` would fail without it',
  ],
  ['conformance/src/case-port/case-listener.ts', "('secure',", 'the end of the handshake, as above'],
  ['src/fixtures/playwright.ts', '_currentHookType', 'a member of Playwright, with a check that it exists'],
];

const IMPORT =
  /(?:\bfrom |\bimport\(|\brequire\(|getBuiltinModule\()\s*['"](?:node:)?(?:http2?|https|_http_\w+)['"]/;

/** A member of another object that its name marks as private. */
const PRIVATE_MEMBER = /\._[a-z]|\bReflect\.\w+\([^)]*'_/;

/** The members of HAR that begin with `_`, as its specification demands of those that it does not define. */
const HAR_MEMBERS = /\._(?:id|bin|keptSize|marked|webSocket)\b/;

/** A reflection on an object of a connection or of a message. */
const REFLECTION =
  /\bReflect\.(?:get|set|deleteProperty|defineProperty)\(\s*(?:\w+\.)*#?(?:socket|stream|tcp|connection|server|request|response|session)\b/i;

const UNDOCUMENTED_EVENT = /\.(?:on|once|off|emit|prependListener)\('(?:secure|_\w+)'/;

describe('the server of HTTP is that of src/wire', () => {
  it('no file imports node:http, node:https or node:http2, besides clients', () => {
    const importing = lines.filter(({ text }) => IMPORT.test(text));
    assert.deepEqual(
      importing.filter(({ file }) => CLIENTS[file] === undefined).map(({ place }) => place),
      [],
    );
    assert.deepEqual(
      [...new Set(importing.map(({ file }) => file))].sort(),
      Object.keys(CLIENTS).sort(),
      'a row of CLIENTS without a client',
    );
  });

  it('no file uses a private member, an undocumented event or a hidden property of an object of Node', () => {
    const isExcepted = ({ file, text }: Line) =>
      EXCEPTIONS.some(([where, part]) => file === where && text.includes(part));
    const found = lines.filter(
      ({ text }) =>
        (PRIVATE_MEMBER.test(text) && !HAR_MEMBERS.test(text)) ||
        REFLECTION.test(text) ||
        UNDOCUMENTED_EVENT.test(text),
    );
    assert.deepEqual(
      found.filter((line) => !isExcepted(line)).map(({ place }) => place),
      [],
    );
    assert.deepEqual(
      EXCEPTIONS.filter(
        ([file, part]) => !found.some((line) => line.file === file && line.text.includes(part)),
      ),
      [],
      'an exception without a use',
    );
  });
});
