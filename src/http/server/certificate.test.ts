import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { connect } from 'node:tls';
import { createRuntime } from '#runtime.ts';
import { output } from '#test/support/programs/installed.ts';
import { serve } from '#test/support/servers/serve.ts';
import { createIdentity, issueCertificate } from './certificate.ts';

const DAY = 24 * 60 * 60 * 1000;

/** ecdsa-with-SHA256 (RFC 5758 §3.2) in DER. */
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');

/** The two certificates in separate files, as openssl requires. */
function writeFiles(t: TestContext, { ca, cert }: { ca: string; cert: string }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sparring-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [caFile, certFile] = [path.join(folder, 'ca.pem'), path.join(folder, 'leaf.pem')];
  writeFileSync(caFile, ca);
  writeFileSync(certFile, cert);
  return { caFile, certFile };
}

describe('a generated certificate', () => {
  it('is signed with SHA-256 by a separate authority', async () => {
    const identity = await createIdentity(['127.0.0.1'], createRuntime());
    const [ca, leaf] = [new X509Certificate(identity.ca), new X509Certificate(identity.cert)];
    for (const certificate of [ca, leaf]) assert.equal(certificate.raw.indexOf(ECDSA_WITH_SHA256) > 0, true);
    assert.ok(ca.ca && ca.verify(ca.publicKey));
    assert.ok(!leaf.ca && leaf.checkIssued(ca) && leaf.verify(ca.publicKey));
    assert.notEqual(leaf.serialNumber, ca.serialNumber);
    assert.deepEqual(leaf.keyUsage, ['1.3.6.1.5.5.7.3.1']);
    assert.equal(leaf.checkPrivateKey(createPrivateKey(identity.key)), true);
  });

  it('covers the names of this machine and the given ones, and no others', async () => {
    const hosts = [
      'sparring.example',
      '10.1.2.3',
      '0.0.0.0',
      '::',
      'fe80::1%eth0',
      '[fd00::1]',
      'no name',
      '',
    ];
    const { cert } = await createIdentity(hosts, createRuntime(), ['further.example', '*.further.example']);
    const leaf = new X509Certificate(cert);
    assert.deepEqual(leaf.subjectAltName?.split(', '), [
      'DNS:localhost',
      'DNS:*.localhost',
      'DNS:further.example',
      'DNS:*.further.example',
      'DNS:sparring.example',
      'IP Address:127.0.0.1',
      'IP Address:0:0:0:0:0:0:0:1',
      'IP Address:10.1.2.3',
      'IP Address:FE80:0:0:0:0:0:0:1',
      'IP Address:FD00:0:0:0:0:0:0:1',
    ]);
    assert.equal(leaf.checkHost('other.example'), undefined);
  });

  it('is valid for at most 397 days, from before now', async () => {
    const { ca, cert } = await createIdentity([], createRuntime());
    for (const certificate of [new X509Certificate(ca), new X509Certificate(cert)]) {
      const [begin, end] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
      assert.ok(end - begin <= 397 * DAY, String((end - begin) / DAY));
      assert.ok(begin < Date.now() && end > Date.now() + 390 * DAY);
    }
  });

  it('has names that are valid in DNS, each once and in lower case', async () => {
    const label = 'x'.repeat(63);
    const hosts = [
      'LOCALHOST',
      'A-1.b_c',
      '_a.example',
      'a.example',
      'a.example',
      '127.0.0.1',
      '[::1]',
      '2001:DB8::1%1',
      `${label}.example`,
      `${label}x.example`,
      `${`${label}.`.repeat(3)}${'y'.repeat(61)}`,
      `${`${label}.`.repeat(3)}${'y'.repeat(62)}`,
      '-a',
      'a-',
      'a..b',
      '.a',
      'a.',
      'a b',
      '*.a',
      '0.0.0.0',
    ];
    const { cert } = await createIdentity(hosts, createRuntime());
    assert.deepEqual(new X509Certificate(cert).subjectAltName?.split(', ').slice(2), [
      'DNS:a-1.b_c',
      'DNS:_a.example',
      'DNS:a.example',
      `DNS:${label}.example`,
      `DNS:${`${label}.`.repeat(3)}${'y'.repeat(61)}`,
      'IP Address:127.0.0.1',
      'IP Address:0:0:0:0:0:0:0:1',
      'IP Address:2001:DB8:0:0:0:0:0:1',
    ]);
  });

  it('has the subjects, the times and the uses of its options', async () => {
    const now = Date.UTC(2026, 0, 2, 3, 4, 5);
    const runtime = { ...createRuntime(), machineNow: () => now };
    const identity = await createIdentity([], runtime);
    const [ca, leaf] = [new X509Certificate(identity.ca), new X509Certificate(identity.cert)];
    assert.deepEqual([ca.subject, ca.issuer], ['CN=Sparring CA\nO=Sparring', 'CN=Sparring CA\nO=Sparring']);
    assert.deepEqual([leaf.subject, leaf.issuer], ['CN=localhost\nO=Sparring', ca.subject]);
    const times = (certificate: X509Certificate) =>
      [certificate.validFromDate, certificate.validToDate].map((date) => (date.getTime() - now) / DAY);
    assert.deepEqual(
      [times(ca), times(leaf)],
      [
        [-1, 395],
        [-1, 395],
      ],
    );
    assert.match(identity.key, /^-----BEGIN PRIVATE KEY-----\n/);

    const subject = [{ CN: ['x'] }];
    const issued = await issueCertificate({ subject, purpose: 'clientAuth', validity: [3, -2] }, runtime);
    const other = new X509Certificate(issued.cert);
    assert.deepEqual([other.subject, other.issuer, other.ca], ['CN=x', 'CN=x', false]);
    assert.deepEqual([other.subjectAltName, other.keyUsage], [undefined, ['1.3.6.1.5.5.7.3.2']]);
    assert.deepEqual(times(other), [-3, -2]);
    assert.ok(other.verify(other.publicKey));
    assert.equal(other.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
    const below = await issueCertificate(
      { subject: [{ CN: ['y'] }], issuer: issued, names: [{ type: 'dns', value: 'y' }] },
      runtime,
    );
    const signed = new X509Certificate(below.cert);
    assert.ok(signed.verify(other.publicKey) && !signed.verify(signed.publicKey));
    assert.deepEqual([signed.issuer, signed.subjectAltName], ['CN=x', 'DNS:y']);
  });

  it('differs for each run, with a new key', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => createIdentity([], createRuntime({ seed: 1 }))));
    assert.notEqual(one?.key, other?.key);
    assert.notEqual(one?.ca, other?.ca);
    const serials = [one?.cert, other?.cert].map((cert) => new X509Certificate(cert ?? '').serialNumber);
    assert.notEqual(serials[0], serials[1]);
  });

  it('passes the strict verification of openssl, the default of Python 3.13', async (t) => {
    const { caFile, certFile } = writeFiles(t, await createIdentity(['127.0.0.1'], createRuntime()));
    const common = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', caFile];
    for (const check of [
      ['-verify_hostname', 'localhost'],
      ['-verify_ip', '127.0.0.1'],
      ['-verify_ip', '::1'],
    ]) {
      const printed = await output(t, 'openssl', [...common, ...check, certFile]);
      if (printed === undefined) return;
      assert.match(printed, /leaf\.pem: OK/);
    }
    const text = (await output(t, 'openssl', ['x509', '-in', caFile, '-noout', '-text'])) ?? '';
    assert.match(text, /Signature Algorithm: ecdsa-with-SHA256/);
    assert.match(text, /Basic Constraints: critical\s+CA:TRUE/);
    assert.match(text, /Key Usage: critical\s+Certificate Sign/);
  });
});

describe('--tls', () => {
  async function serveTls(t: TestContext) {
    const server = await serve(t, { tls: true, baseUrl: 'https://ghe.example:8443/api' });
    const caPath = server.caPath ?? '';
    return { ...server, caPath, ca: readFileSync(caPath, 'utf8') };
  }

  it('presents the leaf certificate, and caPath contains the authority', async (t) => {
    const { port, ca } = await serveTls(t);
    const socket = connect({ port, host: '127.0.0.1', servername: 'ghe.example', ca });
    await new Promise((resolve, reject) => socket.on('secureConnect', resolve).on('error', reject));
    const leaf = socket.getPeerX509Certificate();
    socket.destroy();
    assert.ok(leaf && !leaf.ca);
    assert.ok(new X509Certificate(ca).ca);
    // The name of this machine is included if it is a valid DNS name.
    if (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(hostname()))
      assert.equal(leaf.checkHost(hostname()), hostname());
  });

  it('is trusted by Node only with the authority', async (t) => {
    const { port, ca } = await serveTls(t);
    const ask = (options: object) =>
      new Promise((resolve, reject) => {
        get({ port, path: '/get', ...options }, (response) => resolve(response.resume().statusCode)).on(
          'error',
          reject,
        );
      });
    for (const host of ['localhost', '127.0.0.1']) assert.equal(await ask({ host, ca }), 200);
    assert.equal(await ask({ host: '127.0.0.1', servername: 'ghe.example', ca }), 200);
    await assert.rejects(ask({ host: '127.0.0.1', servername: 'other.example', ca }), /altnames/);
    await assert.rejects(ask({ host: '127.0.0.1' }), /unable to verify the first certificate/);
  });

  it('is trusted by curl', async (t) => {
    const { port, caPath } = await serveTls(t);
    for (const host of ['localhost', '127.0.0.1']) {
      const args = [
        '-sS',
        '--cacert',
        caPath,
        '-o',
        '/dev/null',
        '-w',
        '%{http_code}',
        `https://${host}:${port}/get`,
      ];
      const printed = await output(t, 'curl', args);
      if (printed === undefined) return;
      assert.equal(printed, '200');
    }
  });

  it('is trusted by Python, also with strict verification', async (t) => {
    const { port, caPath } = await serveTls(t);
    const script = `
import ssl, sys, urllib.request
context = ssl.create_default_context(cafile=sys.argv[1])
context.verify_flags |= ssl.VERIFY_X509_STRICT
for host in ['localhost', '127.0.0.1']:
    print(urllib.request.urlopen(f'https://{host}:{sys.argv[2]}/get', context=context).status)`;
    const printed = await output(t, 'python3', ['-c', script, caPath, String(port)]);
    if (printed !== undefined) assert.equal(printed, '200\n200\n');
  });
});
