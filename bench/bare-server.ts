import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The reference: Node's server with one constant response, from the JSON file that `RESPONSE_FILE` names. */
const { status, fields, content }: { status: number; fields: string[]; content: string } = JSON.parse(
  readFileSync(process.env.RESPONSE_FILE ?? '', 'utf8'),
);
const bytes = Buffer.from(content, 'base64');
// Node sends text in one write with the head.
const body = isAscii(bytes) ? bytes.toString('latin1') : bytes;

const server = createServer((request, response) => {
  if (request.method === 'GET') return respond();
  request.resume();
  request.on('end', respond);

  function respond() {
    response.writeHead(status, fields);
    response.end(body);
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }));
});
