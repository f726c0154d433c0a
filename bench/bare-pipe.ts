import { createServer } from 'node:http';
import { Readable } from 'node:stream';

/**
 * The baseline for long responses: the bytes of `/range/{n}`, piped into Node's own server, `/chunked` or with
 * Content-Length.
 */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The chunk size of Node's file streams. */
const STEP = 64 * 1024;

const pool = Buffer.from(LETTERS.repeat(Math.ceil(STEP / LETTERS.length) + 1));
const whole = Number(process.env.BYTES);

const server = createServer((request, nodeResponse) => {
  let input = 0;
  const source = new Readable({
    highWaterMark: STEP,
    read() {
      const start = input % LETTERS.length;
      const step = Math.min(whole - input, STEP);
      input += step;
      this.push(step === 0 ? null : pool.subarray(start, start + step));
    },
  });
  const length = request.url === '/chunked' ? {} : { 'Content-Length': whole };
  nodeResponse.writeHead(200, { 'Content-Type': 'application/octet-stream', ...length });
  source.pipe(nodeResponse);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }));
});
