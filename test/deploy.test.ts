import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parseAllDocuments, parseDocument } from 'yaml';
import { settingRows, toVariable } from '#config/settings/settings.ts';
import { temporaryFolder } from './support/commands/command.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readYaml = (file: string) => parseDocument(read(file), { merge: true }).toJS();
const readKubernetes = () =>
  [...parseAllDocuments(read('deploy/kubernetes/sparring.yaml'))].map((document) => document.toJS());

describe('the files for containers', () => {
  it('are YAML without errors', () => {
    const files = globSync('{deploy/**/*.yaml,.github/**/*.yml}', { cwd: root });
    assert.ok(files.length >= 4);
    for (const file of files)
      for (const document of parseAllDocuments(read(file), { merge: true })) {
        if (!('errors' in document)) continue;
        assert.deepEqual(document.errors, [], file);
      }
  });

  it('use only variables of settings', () => {
    const known = new Set(
      settingRows.flatMap(([name, { secret }]) =>
        secret ? [toVariable(name), `${toVariable(name)}_FILE`] : [toVariable(name)],
      ),
    );
    // A variable of the compose file itself.
    known.add('SPARRING_DB_PASSWORD');
    for (const file of globSync('deploy/**/*', { cwd: root, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const text = readFileSync(path.join(file.parentPath, file.name), 'utf8');
      const unknown = (text.match(/\bSPARRING_[A-Z_]+/g) ?? []).filter((name) => !known.has(name));
      assert.deepEqual(unknown, [], file.name);
    }
  });

  it('copy files that exist, and end as a user other than root with a health check', () => {
    const text = read('deploy/Containerfile');
    assert.match(text, /^USER (?!0)\d+:\d+$/m);
    assert.match(text, /^HEALTHCHECK .*CMD \["sparring", "health", "--ready"\]$/m);
    for (const [, name = ''] of text.matchAll(/(?:cp -r|&& cp -r|^COPY) ((?:[\w./-]+ )+)/gm))
      for (const file of name
        .trim()
        .split(' ')
        .filter((each) => /^(?:bin|LICENSE|README\.md|package\.json|docs\/reference)$/.test(each)))
        assert.ok(existsSync(path.join(root, file)), file);
  });

  it('limit memory, processes and CPU time of every container', () => {
    for (const file of ['deploy/compose.yaml', 'deploy/compose-cluster.yaml'])
      for (const [name, service] of Object.entries<Record<string, unknown>>(readYaml(file).services)) {
        for (const member of ['mem_limit', 'pids_limit', 'cpus'])
          assert.notEqual(service[member], undefined, `${file}: ${name} has no ${member}`);
      }
    const [deployment] = readKubernetes();
    const [container] = deployment.spec.template.spec.containers;
    assert.ok(container.resources.limits.cpu);
    for (const { name, emptyDir } of deployment.spec.template.spec.volumes)
      if (emptyDir) assert.ok(emptyDir.sizeLimit, name);
  });

  it('have memory for the bodies that the default limits allow', () => {
    // The guide says "up to about 1 GB".
    const [deployment] = readKubernetes();
    const { memory } = deployment.spec.template.spec.containers[0].resources.limits;
    const limits = [memory, readYaml('deploy/compose.yaml').services.sparring.mem_limit];
    for (const [name, service] of Object.entries<{ mem_limit: string }>(
      readYaml('deploy/compose-cluster.yaml').services,
    ))
      if (name.startsWith('node-')) limits.push(service.mem_limit);
    assert.equal(limits.length, 4);
    for (const limit of limits) assert.ok(Number.parseInt(limit, 10) >= 1024, limit);
  });

  it('have a control token, without which the journal and the control API are off', () => {
    const { sparring } = readYaml('deploy/compose.yaml').services;
    // The token of the image is a file in the volume, which the first start creates.
    assert.match(
      read('deploy/Containerfile'),
      /^ENV [^#]*SPARRING_CONTROL_TOKEN_FILE=\/data\/control-token$/m,
    );
    assert.deepEqual([sparring.environment, sparring.volumes], [undefined, ['data:/data']]);
    const [deployment] = readKubernetes();
    const { env, volumeMounts } = deployment.spec.template.spec.containers[0];
    assert.ok(
      env.some(
        ({ name, value }: Record<string, string>) =>
          name === 'SPARRING_CONTROL_TOKEN_FILE' && value === '/secrets/control-token',
      ),
    );
    assert.ok(volumeMounts.some(({ mountPath }: Record<string, string>) => mountPath === '/secrets'));
  });

  it('start no service of the other set-up, and fail without a password or a token of the cluster', () => {
    assert.deepEqual(Object.keys(readYaml('deploy/compose.yaml').services), ['sparring']);
    const cluster = readYaml('deploy/compose-cluster.yaml').services;
    assert.deepEqual(Object.keys(cluster), ['node-1', 'node-2', 'postgres', 'proxy']);
    // Compose ends with the text after `:?` if the variable is unset or empty.
    for (const name of ['node-1', 'node-2']) {
      const { SPARRING_DATABASE, SPARRING_CONTROL_TOKEN, SPARRING_CONTROL_TOKEN_FILE } =
        cluster[name].environment;
      assert.match(SPARRING_DATABASE, /\$\{SPARRING_DB_PASSWORD:\?[^}]+\}/);
      assert.match(SPARRING_CONTROL_TOKEN, /^\$\{SPARRING_CONTROL_TOKEN:\?[^}]+\}$/);
      assert.equal(SPARRING_CONTROL_TOKEN_FILE, '');
    }
    assert.match(cluster.postgres.environment.POSTGRES_PASSWORD, /^\$\{SPARRING_DB_PASSWORD:\?[^}]+\}$/);
  });

  it('publish ports on loopback only', () => {
    for (const file of ['deploy/compose.yaml', 'deploy/compose-cluster.yaml'])
      for (const { ports = [] } of Object.values<{ ports?: string[] }>(readYaml(file).services))
        for (const port of ports) assert.match(port, /^127\.0\.0\.1:/);
  });

  it('contain a deployment, a service and a disruption budget with the same labels', () => {
    const documents = parseAllDocuments(read('deploy/kubernetes/sparring.yaml'));
    const objects = [...documents].map((document) => document.toJS());
    assert.deepEqual(
      objects.map(({ kind }) => kind),
      ['Deployment', 'Service', 'PodDisruptionBudget'],
    );
    const [deployment, service, budget] = objects;
    const { labels } = deployment.spec.template.metadata;
    assert.deepEqual(deployment.spec.selector.matchLabels, labels);
    assert.deepEqual(service.spec.selector, labels);
    assert.deepEqual(budget.spec.selector.matchLabels, labels);
    assert.ok(budget.spec.minAvailable < deployment.spec.replicas);
  });
});

describe('the workflows', () => {
  it('name every action by the digest of a commit', () => {
    for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
      const actions = [...read(file).matchAll(/uses: *(.*)/g)].map(([, action = '']) => action);
      assert.ok(actions.length > 0);
      for (const action of actions) assert.match(action, /^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  it('run all tests and the check of the release before anything is published, with provenance', () => {
    const { jobs } = parseDocument(read('.github/workflows/publish.yml')).toJS();
    const commandsOf = (job: string): string[] =>
      jobs[job].steps.flatMap(({ run }: { run?: string }) => run ?? []);
    const ci = read('.github/workflows/ci.yml');
    for (const script of ['.ci/run', '.ci/integrations']) {
      assert.ok(commandsOf('test').some((command) => command.includes(script)));
      assert.ok(ci.includes(script));
    }
    assert.ok(commandsOf('test').some((command) => command.startsWith('node tools/check-release.ts ')));
    assert.ok(commandsOf('npm').some((command) => /^npm publish --provenance\b/.test(command)));
    assert.equal(jobs.npm.permissions['id-token'], 'write');
    const isTested = (name: string): boolean =>
      name === 'test' || [jobs[name].needs ?? []].flat().some((each: string) => isTested(each));
    for (const name of Object.keys(jobs)) assert.ok(isTested(name), name);
    const tools = [...read('.github/workflows/publish.yml').matchAll(/\btools\/[\w-]+\.ts/g)];
    for (const [tool] of tools) assert.ok(existsSync(path.join(root, tool)), tool);
  });

  it('publish each package of a version, and the files of the release when they exist', () => {
    const { jobs } = parseDocument(read('.github/workflows/publish.yml')).toJS();
    const PUBLISHES: Readonly<Record<string, RegExp>> = {
      npm: /^npm publish --provenance/,
      image: /docker buildx build --push .*--provenance=mode=max --sbom=true/,
      pypi: /^pypa\/gh-action-pypi-publish@/,
      crate: /^cargo publish /,
      maven: /^mvn .*--settings \.github\/maven-settings\.xml .*--activate-profiles release deploy$/,
      release: /gh release create [\s\S]*release\/\*[\s\S]*refs\/tags\/integrations\/go\//,
    };
    for (const [name, pattern] of Object.entries(PUBLISHES)) {
      const { environment, steps } = jobs[name];
      assert.equal(environment, 'publish', name);
      const commands = steps.flatMap(({ run, uses }: { run?: string; uses?: string }) => run ?? uses ?? []);
      assert.ok(
        commands.some((command: string) => pattern.test(command)),
        name,
      );
    }
    assert.deepEqual(jobs.release.needs, ['npm', 'executables', 'image']);
    const text = read('.github/workflows/publish.yml');
    // The Kubernetes file of the release names the image by its digest.
    assert.match(text, /sed "s\|image: sparring:\.\*\|image: \$IMAGE\|" deploy\/kubernetes\/sparring\.yaml/);
    assert.equal(read('deploy/kubernetes/sparring.yaml').match(/image: sparring:.*/g)?.length, 1);
    assert.match(text, /sha256sum sparring\* > SHA256SUMS/);
    assert.match(text, /subject-checksums: release\/SHA256SUMS/);
  });

  it('build the image on a base image by its digest, which the image and the release name', async (t) => {
    const { jobs } = parseDocument(read('.github/workflows/publish.yml')).toJS();
    const { steps, outputs } = jobs.image;
    const [base, push] = ['base', 'push'].map((id) => steps.find((step: { id?: string }) => step.id === id));
    const folder = await temporaryFolder(t);
    const digest = `sha256:${'0a'.repeat(32)}`;
    const runStep = (printed: string) => {
      // As `docker buildx imagetools inspect` prints it.
      const docker = `#!/bin/sh\necho "$@" >>'${folder}/asked'\necho '${printed}'\n`;
      writeFileSync(path.join(folder, 'docker'), docker, { mode: 0o755 });
      const jq = `#!${process.execPath}\nlet text = '';process.stdin.on('data', (part) => (text += part)).on('end', () => console.log(JSON.parse(text).digest));`;
      writeFileSync(path.join(folder, 'jq'), jq, { mode: 0o755 });
      const env = { PATH: `${folder}:${process.env.PATH}`, GITHUB_OUTPUT: path.join(folder, 'output') };
      // As GitHub runs a step without a shell of its own.
      return spawnSync('bash', ['-e', '-c', base.run], { cwd: root, env, encoding: 'utf8' });
    };
    assert.equal(runStep(JSON.stringify({ mediaType: 'index', digest })).status, 0);
    const image = 'docker.io/library/node:26-slim';
    assert.equal(readFileSync(path.join(folder, 'output'), 'utf8'), `name=${image}\ndigest=${digest}\n`);
    assert.match(
      readFileSync(path.join(folder, 'asked'), 'utf8'),
      new RegExp(`^buildx imagetools inspect ${image} `),
    );
    assert.notEqual(runStep('{}').status, 0);

    assert.match(push.run, /--build-arg NODE_IMAGE="\$BASE_NAME@\$BASE_DIGEST"/);
    assert.match(push.run, /--label org\.opencontainers\.image\.base\.digest="\$BASE_DIGEST"/);
    assert.match(outputs.base, /steps\.base\.outputs\.name \}\}@\S+ steps\.base\.outputs\.digest/);
    const { env, run } = jobs.release.steps.at(-1);
    assert.match(env.BASE, /needs\.image\.outputs\.base/);
    assert.match(run, /node tools\/release-notes\.ts "\$IMAGE" "\$BASE"/);
  });

  it('use the version of Node that the project installs', () => {
    const { devDependencies }: { devDependencies: { node: string } } = JSON.parse(read('package.json'));
    assert.equal(read('.nvmrc').trim(), devDependencies.node);
  });
});
