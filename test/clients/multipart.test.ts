import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { start } from '#library/index.ts';
import { temporaryFolder } from '../support/commands/command.ts';
import { hasPythonModules, output, PYTHON } from '../support/programs/installed.ts';

/** Bytes that are no text, with a line that looks like a boundary. */
const FILE = Buffer.from([0, 255, ...Buffer.from('\r\n--boundary\r\n'), 128, 10]);

/** The URL and the path of the file are arguments. A script prints the status. */
const NODE = `
  import { openAsBlob } from 'node:fs';
  const [url, file] = process.argv.slice(1);
  const form = new FormData();
  form.append('file', await openAsBlob(file, { type: 'image/png' }), 'photo 1.png');
  form.append('title', 'Zürich');
  console.log((await fetch(url, { method: 'POST', body: form })).status);`;

const REQUESTS = `
import requests, sys
_, url, file = sys.argv
with open(file, "rb") as content:
    files = [("other", (None, "1")), ("file", ("photo 1.png", content, "image/png"))]
    print(requests.post(url, data={"title": "Zürich"}, files=files).status_code)
`;

const GO = `package main

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
)

func main() {
	content, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	header := textproto.MIMEHeader{}
	header.Set("Content-Type", "image/png")
	header.Set("Content-Disposition", "form-data; name=\\"file\\"; filename=\\"photo 1.png\\"")
	part, _ := form.CreatePart(header)
	part.Write(content)
	form.WriteField("title", "Zürich")
	form.Close()
	response, err := http.Post(os.Args[1], form.FormDataContentType(), &body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.StatusCode)
}
`;

type Send = (t: TestContext, url: string, file: string) => Promise<string | undefined>;

/** Sends the file and the title by each client; `integrations/junit/tests` has OkHttp. Undefined if the client is not installed. */
const CLIENTS: Readonly<Record<string, Send>> = {
  curl: (t, url, file) =>
    output(t, 'curl', [
      '-s',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}',
      url,
      '-F',
      'title=Zürich',
      '-F',
      `file=@${file};type=image/png;filename=photo 1.png`,
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

describe('a rule selects the multipart bodies of real clients by their parts', { concurrency: 2 }, () => {
  for (const [name, send] of Object.entries(CLIENTS))
    it(name, async (t) => {
      const server = await start();
      t.after(() => server.close());
      const sha256 = createHash('sha256').update(FILE).digest('hex');
      const rule = server.respond(
        {
          method: 'POST',
          path: '/v1/photos',
          body: {
            parts: [
              { name: 'title', text: 'Zürich' },
              { name: 'file', filename: 'photo 1.png', type: 'image/png', sha256 },
            ],
          },
        },
        { status: 201 },
      );
      const file = path.join(await temporaryFolder(t), 'photo.bin');
      const url = `${server.url}/v1/photos`;
      await writeFile(file, FILE);
      const status = await send(t, url, file);
      if (status === undefined) return;
      assert.equal(status.trim(), '201');
      await writeFile(file, Buffer.concat([FILE, Buffer.of(0)]));
      assert.equal((await send(t, url, file))?.trim(), '404', 'a byte more');
      assert.equal(rule.applied, 1);
    });
});
