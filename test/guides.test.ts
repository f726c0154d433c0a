import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDocument } from '../src/config/document.ts';
import { toDocumentSchedule } from '../src/schedule.ts';
import { codeBlocks, runBlock, type Walk, walk } from './support/guide.ts';

const [start = ''] = codeBlocks('README.md', 'sh').filter((block) => block.includes('cat > accounts.yaml'));
const [rehearsal = ''] = codeBlocks('docs/guide/lifecycle.md', 'sh');

interface Page {
  readonly page: string;
  /** The block that starts the server; by default the one of the README. */
  readonly begin?: string;
  /** The answers whose head is shown. */
  readonly statuses: readonly (number | readonly number[])[];
  readonly told: readonly RegExp[];
}

const pages: readonly Page[] = [
  {
    page: 'README.md',
    statuses: [503, 304, [503, 200], 201, 201, 204, 401, 201, 201, 404],
    told: [
      /"method": "BREW"/,
      /"scopes":\["gist"\]\}\]HTTP/,
      /\nX-GitHub-OTP: required; app\n/,
      /"error":"bad_verification_code"/,
      /"login":"acme"/,
      /Phase +brownout/,
      /^curl\S+ +mona +- +\d+ +0 /m,
      /"met": 0\n/,
    ],
  },
  {
    page: 'docs/guide/two-factor.md',
    statuses: [201, 200],
    told: [/"note":"laptop"/],
  },
  {
    page: 'docs/guide/administration.md',
    statuses: [201, 204, 201, 403, 200],
    told: [
      /Sign in as octocat with the password \S+\n/,
      /"name":"GitHub Site Administrator"/,
      /\nX-GitHub-SSO: required; url=http/,
      /\nX-GitHub-SSO: partial-results; organizations=1\n/,
    ],
  },
  {
    page: 'docs/guide/flows-and-pages.md',
    statuses: [],
    told: [
      /\/callback\?code=[0-9a-f]{20}&state=xyz\n/,
      /access_token=[0-9a-f]{40}&scope=repo&token_type=bearer/,
      /error=authorization_pending&.*\nerror=slow_down&.*&interval=10\n/,
      /access_token=[0-9a-f]{40}&scope=gist&token_type=bearer\n$/,
    ],
  },
  {
    page: 'docs/guide/control.md',
    statuses: [],
    told: [
      /"status": "ready"/,
      /"now": "2020-11-13T17:29:59\.000Z"/,
      /"now": "2030-01-01T/,
      /"code": "\d{6}"/,
      /"suspended": true/,
      /No deprecated call was noted in /,
      /"uses": \[\]/,
    ],
  },
  { page: 'docs/guide/composition.md', statuses: [[503, 200], 429], told: [/\nRetry-After: 1\n/] },
  {
    page: 'docs/guide/lifecycle.md',
    begin: rehearsal,
    statuses: [200, 410, 200, 404, 401],
    told: [
      /^HTTP\/1\.1 200 OK\nDeprecation: @1581638400\nSunset: Fri, 13 Nov 2020 16:00:00 GMT\n/,
      /\nRetry-After: 10800\n/,
      /mona@example\.com {2}Hi @mona, .*OAuth Authorizations API/,
      /"schedule": "github"/,
    ],
  },
];

/** The blocks that are typed while the server runs. */
const callsOf = (page: string, begin: string) =>
  codeBlocks(page, 'sh').filter(
    (block) => block !== begin && (/\bcurl /.test(block) || block.startsWith('sparring audit')),
  );

function assertStatuses({ statuses }: Walk, expected: Page['statuses']): void {
  const wanted = expected.map((status, index) => {
    const [seen = 0, choice] = [statuses[index], [status].flat()];
    return choice.includes(seen) ? seen : choice[0];
  });
  assert.deepEqual(statuses, wanted);
}

describe('what the pages have a reader type goes as they tell', { concurrency: 2 }, () => {
  for (const { page, begin = start, statuses, told } of pages) {
    it(page, async (t) => {
      const walked = await walk(t, begin, callsOf(page, begin));
      if (!walked) return;
      assertStatuses(walked, statuses);
      for (const pattern of told) assert.match(walked.told, pattern);
    });
  }

  for (const page of ['README.md', 'docs/guide/control.md']) {
    it(`${page}, in TypeScript`, async (t) => {
      const [block = ''] = codeBlocks(page, 'ts');
      const { code, err } = await runBlock(t, start, block);
      assert.deepEqual([code, err], [0, '']);
    });
  }
});

it('the schedule in the guide is one', async () => {
  const [yaml = ''] = codeBlocks('docs/guide/lifecycle.md', 'yaml');
  const { authorizations, path_tokens: pathTokens } = toDocumentSchedule(await parseDocument(yaml, 'guide'));
  assert.deepEqual(
    authorizations.map(({ name }) => name),
    ['deprecated', 'brownout', 'removed'],
  );
  assert.equal(pathTokens.length, 1);
});
