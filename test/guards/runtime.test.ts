import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');

const FORBIDDEN =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandom(UUID|Bytes|Int|FillSync|Fill)\b|\bgetRandomValues\b|\bset(Timeout|Interval|Immediate)\(|\bperformance\.now\b|\bhrtime\b|timers\/promises|AbortSignal\.timeout/;

describe('time and randomness', () => {
  it('come from runtime.ts only', () => {
    const violations = globSync('{src,conformance/src}/**/*.ts', { cwd: root })
      .filter((file) => file !== path.join('src', 'runtime.ts') && !file.endsWith('.test.ts'))
      // Scripts of pages run in the browser, which has no runtime of the server.
      .filter((file) => !file.split(path.sep).includes('browser'))
      .flatMap((file) =>
        readFileSync(path.join(root, file), 'utf8')
          .split('\n')
          .flatMap((line, index) => (FORBIDDEN.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
      );
    assert.deepEqual(violations, []);
  });

  it('settle no promise by a timer that does not keep the process alive', () => {
    const uses = globSync('{src,conformance/src}/**/*.ts', { cwd: root })
      .filter((file) => file !== path.join('src', 'runtime.ts') && !file.endsWith('.test.ts'))
      .filter((file) =>
        /(?:\bruntime|Runtime\(\))\.after\b|\{[^{}]*\bafter\b[^{}]*\}(?: = .*untime|: Pick<Runtime)/.test(
          readFileSync(path.join(root, file), 'utf8'),
        ),
      )
      .map((file) => file.split(path.sep).join('/'));
    const message =
      'a use of `after` takes a row of BACKGROUND; `timeout` is for an action that settles a promise';
    assert.deepEqual(uses.sort(), Object.keys(BACKGROUND).sort(), message);
  });

  it('measure no duration with the clock of the machine, which can be set', () => {
    const uses = globSync('{src,conformance/src}/**/*.ts', { cwd: root })
      .filter((file) => file !== path.join('src', 'runtime.ts') && !file.endsWith('.test.ts'))
      .filter((file) => /\bmachineNow\(/.test(readFileSync(path.join(root, file), 'utf8')))
      .map((file) => file.split(path.sep).join('/'));
    const message = 'a use of `machineNow` takes a row of TIMES; `monotonic` is for durations';
    assert.deepEqual(uses.sort(), Object.keys(TIMES).sort(), message);
  });
});

/** The files that use the clock of the machine, and what for. */
const TIMES: Readonly<Record<string, string>> = {
  'src/cli/serve/request-lines.ts': 'the time of a request',
  'src/cli/setup/checks.ts': 'certificates',
  'src/shared/postgres/engine.ts': 'the only clock that the machines of nodes have in common',
  'conformance/src/case-port/case-port.ts': 'dates that clients read',
  'conformance/src/suite/conformance.ts': 'the time of a report',
  'src/journal/match/verification.ts': 'the time of requests',
  'src/control/operations/declaration/create-context.ts':
    'the time of the start, beside the times of requests',
  'src/control/operations/state/bin-registry.ts':
    'the time at which a bin is made, beside the times of its requests',
  'src/control/operations/requests/requests-await.ts': 'the time of requests',
  'src/http/server/certificate.ts': 'certificates',
  'src/http/syntax/fields.ts': 'the header Date',
  'src/wire/driver/connection/http-date.ts': 'the header Date',
  'src/journal/recording/journal-recorder.ts': 'the time of requests',
  'src/journal/recording/recording-base.ts': 'the time of requests',
  'src/control/api/latest-bins.ts': 'the age of the latest request of a bin',
  'src/control/operations/bins/bins.ts': 'the minutes of the latest requests of a bin',
  'src/control/pages/bins/send-bins.ts': 'the age of the latest request of a bin',
  'src/control/pages/overview/overview-page.ts': 'the age of the latest request',
  'src/journal/storage/database-store.ts': 'the time of a start',
  'src/journal/storage/journal-writer.ts': 'the time until which removed entries can be restored',
  'src/journal/storage/process-ids.ts': 'the time of the use of a slot',
  'src/journal/storage/sqlite-database.ts': 'the origin of ids',
  'src/ops/metrics/families.ts': 'the start of the process',
  'src/rules/rule-set.ts': 'the end of rules with a `ttl`',
  'src/accounts/storage/sqlite/backup.ts': 'the age of files',
  'src/accounts/storage/sqlite/open.ts': 'the age of files',
};

/** The files that use timers of the background, and why no promise waits for them. */
const BACKGROUND: Readonly<Record<string, string>> = {
  'src/accounts/domain/audit/audit-buffer.ts': 'closing writes the buffer at once',
  'src/cli/serve/worker-process.ts': 'repeats what an ended worker needs, while the server runs',
  'src/cli/serve/parent-watch.ts': 'standard input keeps the process alive',
  'src/shared/postgres/database.ts': 'a statement that waits for a connection has a deadline of its own',
  'src/shared/postgres/engine.ts': 'the poll runs in the background',
  'src/shared/sqlite/engine.ts': 'the poll runs in the background',
  'src/shared/sqlite/locks.ts': 'the renewal of a lock that is held',
  'src/wire/driver/socket/clock.ts': 'ends connections whose time limits have passed',
  'src/wire/driver/http2/http2-connection.ts': 'resets streams whose responses are sent',
  'src/wire/driver/connection/idle-ending.ts': 'closes a connection',
  'src/http/message/unread-body.ts': 'sends a response to a request whose body does not end',
  'src/testing/labs/keys/attempt-ends.ts': 'closing writes the ends at once',
  'src/testing/websocket/echo.ts': 'closes a connection',
  'src/journal/recording/journal.ts': 'releases removed entries',
  'src/journal/recording/journal-recorder.ts': 'adds an entry in a later iteration of the event loop',
  'src/journal/reading/live-feed.ts': 'writes a comment to a connection',
  'src/journal/storage/database-store.ts': 'the poll runs in the background',
  'src/journal/storage/journal-follower.ts': 'releases removed entries',
  'src/journal/storage/journal-writer.ts': 'closing writes the entries at once',
  'src/control/operations/state/scope-registry.ts': 'ends bins without a call',
  'src/ops/shutdown.ts': 'changes the effect of the next signal',
};
