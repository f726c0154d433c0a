import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The folders of the packages that have a module in the bundle. */
export function packageFolders(moduleIds: readonly string[]): string[] {
  return [
    ...new Set(moduleIds.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])),
  ].sort();
}

/** Name, version, licence text and notices of every package that has a module in the bundle. */
export async function notices(moduleIds: readonly string[]): Promise<string> {
  const packages = await Promise.all(packageFolders(moduleIds).map(readPackage));
  // Many packages have the same licence, except for the copyright: its text is written once.
  const groups = Map.groupBy(packages, ({ terms }) => terms.replaceAll(/\s+/g, ' '));
  const texts = [...groups.values()].map(formatNotice);
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
  const files = (await readdir(folder)).sort();
  const licence = files.find((file) => /^licen[cs]e/i.test(file));
  // Apache-2.0 §4 and others require their notices beside the licence.
  const others = files.filter((file) => /^(?:notice|copyright)[\w-]*(?:\.(?:txt|md))?$/i.test(file));
  const texts = await Promise.all(
    [...(licence === undefined ? [] : [licence]), ...others].map((file) =>
      readFile(path.join(folder, file), 'utf8'),
    ),
  );
  const lines = texts.join('\n\n').trim().split(/\r?\n/);
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

function formatNotice(packages: readonly PackageNotice[]): string {
  const titles = packages.map(({ title, copyright }) =>
    [title, ...copyright.map((line) => `  ${line}`)].join('\n'),
  );
  return `${'-'.repeat(80)}\n${titles.join('\n')}\n\n${packages[0]?.terms}\n`;
}
