import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeUserAgent } from './user-agent.ts';

test('a browser is named with its version and system, another program as it names itself', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  for (const [userAgent, name] of [
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/131.0.0.0 Safari/537.36`,
      'Chrome 131 on Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
      'Edge 131 on Windows',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14) ${webKit} Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Chrome 130 on Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox 133 on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari 18 on iOS',
    ],
    ['Mozilla/4.0', 'A browser'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['python-requests/2.32 CPython/3.12', 'python-requests/2.32'],
    ['', ''],
  ] as const)
    assert.equal(describeUserAgent(userAgent), name);
});
