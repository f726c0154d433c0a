import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Name, version and licence text of every package that has a module in the bundle. */
export async function notices(moduleIds: readonly string[]): Promise<string> {
  const folders = new Set(
    moduleIds.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  const packages = await Promise.all([...folders].sort().map(readPackage));
  // Many packages have the same licence, except for the copyright: its text is written once.
  const groups = Map.groupBy(packages, ({ terms }) => terms.replaceAll(/\s+/g, ' '));
  const texts = [...groups.values()].map(toNotice);
  return `Sparring contains the following packages.\n\n${texts.join('\n')}`;
}

interface PackageNotice {
  readonly title: string;
  readonly copyright: readonly string[];
  /** The licence without the lines of the copyright. */
  readonly terms: string;
}

async function readPackage(folder: string): Promise<PackageNotice> {
  const manifest: { name: string; version: string; license?: string } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  const licence = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  const lines = licence ? (await readFile(path.join(folder, licence), 'utf8')).trim().split(/\r?\n/) : [];
  const isCopyright = (line: string) => /^\s*copyright (?:\(c\)|©|\d)/i.test(line);
  return {
    title: `${manifest.name} ${manifest.version} (${manifest.license ?? 'licence not named'})`,
    copyright: lines.filter(isCopyright).map((line) => line.trim()),
    terms: lines
      .filter((line) => !isCopyright(line))
      .join('\n')
      .trim(),
  };
}

function toNotice(packages: readonly PackageNotice[]): string {
  const titles = packages.map(({ title, copyright }) =>
    [title, ...copyright.map((line) => `  ${line}`)].join('\n'),
  );
  return `${'-'.repeat(80)}\n${titles.join('\n')}\n\n${packages[0]?.terms}\n`;
}
