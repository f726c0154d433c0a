import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { start } from '#library/index.ts';
import { temporaryFolder } from '../support/commands/command.ts';
import { hasPythonModules, output, PYTHON } from '../support/programs/installed.ts';

const SIZE = 100 * 1024 * 1024;

/** The URL and the path of the file are arguments. A script prints the status of two requests. */
const NODE = `
  import { openAsBlob } from 'node:fs';
  const [url, file] = process.argv.slice(1);
  for (let request = 0; request < 2; request++)
    console.log((await fetch(url, { method: 'PUT', body: await openAsBlob(file) })).status);`;

const REQUESTS = `
import requests, sys
_, url, file = sys.argv
with requests.Session() as session:
    for request in range(2):
        with open(file, "rb") as content:
            print(session.put(url, data=content).status_code)
`;

const GO = `package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	for request := 0; request < 2; request++ {
		file, err := os.Open(os.Args[2])
		if err != nil {
			panic(err)
		}
		sent, _ := http.NewRequest("PUT", os.Args[1], file)
		response, err := http.DefaultClient.Do(sent)
		if err != nil {
			panic(err)
		}
		io.Copy(io.Discard, response.Body)
		fmt.Println(response.StatusCode)
	}
}
`;

/** Sends the file twice by each client. Undefined if the client is not installed. */
const CLIENTS: Readonly<
  Record<string, (t: TestContext, url: string, file: string) => Promise<string | undefined>>
> = {
  curl: (t, url, file) =>
    output(t, 'curl', [
      '-s',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}\\n',
      '-T',
      file,
      url,
      '--next',
      '-s',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}\\n',
      '-T',
      file,
      url,
    ]),
  'fetch of Node': (t, url, file) =>
    output(t, process.execPath, ['--input-type=module', '--eval', NODE, url, file]),
  'Requests for Python': async (t, url, file) =>
    (await hasPythonModules(t, ['requests'])) ? output(t, PYTHON, ['-c', REQUESTS, url, file]) : undefined,
  Go: async (t, url, file) => {
    const source = path.join(path.dirname(file), 'upload.go');
    await writeFile(source, GO);
    return output(t, 'go', ['run', source, url, file]);
  },
};

describe('a rule without a condition for the body responds to large uploads of real clients', () => {
  for (const [name, send] of Object.entries(CLIENTS))
    it(name, async (t) => {
      const server = await start();
      t.after(() => server.close());
      const rule = server.respond('PUT /v1/backups/{id}', { status: 201, json: { stored: true } });
      const file = path.join(await temporaryFolder(t), 'backup.bin');
      await writeFile(file, '');
      await truncate(file, SIZE);
      const statuses = await send(t, `${server.url}/v1/backups/1`, file);
      if (statuses === undefined) return;
      assert.deepEqual(statuses.trim().split(/\s+/), ['201', '201']);
      assert.deepEqual(
        (await rule.requests()).map(({ request: { body } }) => body.length),
        [SIZE, SIZE],
      );
    });
});
