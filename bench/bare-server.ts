import { createServer } from 'node:http';

/**
 * The baseline: Node's own server, which sends the same headers and content for every request. They are in the
 * environment variable `ANSWER`, as JSON.
 */
const { status, fields, content }: { status: number; fields: string[]; content: string } = JSON.parse(
  process.env.ANSWER ?? '{}',
);

const server = createServer((_request, reply) => {
  reply.writeHead(status, fields);
  reply.end(content);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }));
});
