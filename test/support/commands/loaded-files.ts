const recorder = new URL('record-loads.mjs', import.meta.url);

/**
 * The source of a module that starts a server, and prints the URLs of the files that were loaded until it served `/get`, and
 * then for a page: `{ atStart: string[], forPage: string[] }`.
 * @param load the statements that import or require `start` of the library
 */
export function loadedFiles(load: string): string {
  return `
    import { createRequire } from 'node:module';
    import { loaded } from '${recorder}';
    const require = createRequire(process.cwd() + '/');
    ${load}
    const server = await start();
    await (await fetch(server.url + '/get')).text();
    const count = loaded.length;
    await (await fetch(server.url + '/docs')).text();
    await (await fetch(server.url + '/login')).text();
    await server.close();
    console.log(JSON.stringify({ atStart: loaded.slice(0, count), forPage: loaded.slice(count) }));`;
}
