import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolders } from './notices.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * The packages that have a module in the bundle, as a document of SPDX 2.3. The lock file names those of the build, too, and a
 * user's own audit sees neither.
 * @param created the time of the document.
 */
export async function packageList(
  root: string,
  moduleIds: readonly string[],
  created: Date,
): Promise<object> {
  const own = await readManifest(root);
  const bundled = await Promise.all(packageFolders(moduleIds).map(readManifest));
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `${own.name}@${own.version}`,
    documentNamespace: `https://spdx.org/spdxdocs/${own.name}-${own.version}`,
    creationInfo: { created: created.toISOString().replace(/\.\d+/, ''), creators: ['Tool: tools/build.ts'] },
    documentDescribes: [formatId(own)],
    packages: [own, ...bundled].map(buildPackage),
    relationships: [
      { spdxElementId: 'SPDXRef-DOCUMENT', relatedSpdxElement: formatId(own), relationshipType: 'DESCRIBES' },
      ...bundled.map((each) => ({
        spdxElementId: formatId(own),
        relatedSpdxElement: formatId(each),
        relationshipType: 'CONTAINS',
      })),
    ],
  };
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
}

function formatId({ name, version }: Manifest): string {
  return `SPDXRef-Package-${`${name}-${version}`.replaceAll(/[^A-Za-z0-9.-]+/g, '-')}`;
}

function buildPackage(manifest: Manifest): object {
  const { name, version, license = 'NOASSERTION' } = manifest;
  return {
    SPDXID: formatId(manifest),
    name,
    versionInfo: version,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: license,
    copyrightText: 'NOASSERTION',
    externalRefs: [
      {
        referenceCategory: 'PACKAGE-MANAGER',
        referenceType: 'purl',
        referenceLocator: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      },
    ],
  };
}
