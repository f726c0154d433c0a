import { start } from './src/library/index.ts';
const server = await start({ port: 18081 });
console.log(server.url);
