export type AssertionForm = 'match' | 'vitest' | 'pytest';

/** Code that fails unless the server has got a request that matches. */
export function formatAssertion(match: object, form: AssertionForm, origin: string): string {
  const json = JSON.stringify({ match }, null, 2);
  if (form === 'match') return `${json}\n`;
  if (form === 'vitest') return formatVitest(json, origin);
  return formatPytest(json, origin);
}

function formatVitest(json: string, origin: string): string {
  return `import { expect, test } from 'vitest';

test('the server has got the request', async () => {
  const response = await fetch('${origin}/_sparring/requests/await', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(${indent(json, '    ')}),
  });
  expect(response.status, await response.clone().text()).toBe(200);
});
`;
}

function formatPytest(json: string, origin: string): string {
  // A text of JSON, which Python reads: the literals of both languages differ.
  return `import json

import requests

MATCH = json.loads(r"""${json.replaceAll('"""', '\\u0022\\u0022\\u0022')}""")


def test_request():
    response = requests.post("${origin}/_sparring/requests/await", json=MATCH)
    assert response.status_code == 200, response.text
`;
}

function indent(text: string, spaces: string): string {
  return text.replaceAll('\n', `\n${spaces}`);
}
