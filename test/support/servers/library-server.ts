/** A program that uses the library: prints the URL of its server as a line of JSON. */
import { start } from '#library/index.ts';

const { url } = await start({ port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
