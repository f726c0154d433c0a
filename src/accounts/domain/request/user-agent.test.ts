import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeUserAgent } from './user-agent.ts';

test('a common User-Agent is unchanged', () => {
  for (const name of [
    'octokit-rest.js/16.43.2 Node.js/10.24.0 (Linux 5.4; x64)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.150 Safari/537.36',
    'python-requests/2.25.1',
    'git-credential-manager/2.0.498.54650 (Windows; Microsoft Windows NT 10.0.19042)',
    'KubernetesResourceManagerClient',
    'Go-http-client/1.1',
    '',
  ])
    assert.equal(sanitizeUserAgent(name), name);
});

test('text that looks like a secret is masked', () => {
  for (const secret of [
    '89abcdef0123456789abcdef0123456789abcdef',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'gho_AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGhIj',
    'v1.1f699f1069f60xxx699f1069f60xxx1f',
    'Basic bW9uYTpjb3JyZWN0LWhvcnNlLTE=',
    'Bearer short-but-1-secret',
    'token: hunter2',
  ]) {
    const retained = sanitizeUserAgent(`tool/1.0 ${secret} (x)`);
    assert.match(retained, /^tool\/1\.0 (v1\.)?\*\*\* \(x\)$/);
  }
});

test('a token without digits that follows the name of a scheme is masked', () => {
  assert.equal(sanitizeUserAgent('tool Bearer gho_AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGhIj'), 'tool Bearer ***');
});

test('the result is one line of limited length and printable characters', () => {
  assert.equal(sanitizeUserAgent('a b'.repeat(1000)).length, 200);
  assert.equal(sanitizeUserAgent('B\xfcro\t\x1b[2J\u2028'), 'B?ro??[2J?');
  assert.equal(
    sanitizeUserAgent(`${'x '.repeat(99)}${'0123456789abcdef'.repeat(9)}`),
    `${'x '.repeat(99)}**`,
  );
});
