import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Name, version and licence text of every package that has a module in the bundle. */
export async function notices(moduleIds: readonly string[]): Promise<string> {
  const folders = new Set(
    moduleIds.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  const texts = await Promise.all([...folders].sort().map(toNotice));
  return `Sparring contains the following packages.\n\n${texts.join('\n')}`;
}

async function toNotice(folder: string): Promise<string> {
  const manifest: { name: string; version: string; license?: string } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  const licence = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  const text = licence ? await readFile(path.join(folder, licence), 'utf8') : '';
  return `${'-'.repeat(80)}\n${manifest.name} ${manifest.version} (${manifest.license ?? 'licence not named'})\n\n${text.trim()}\n`;
}
