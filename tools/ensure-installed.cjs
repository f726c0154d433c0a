'use strict';
// Old syntax on purpose: this runs under whatever Node the machine has, before anything is installed.
// It compares the lock file with a copy kept from the last install, so that it costs a few milliseconds when
// nothing is missing. With --build, the bundle is made sure of as well.
var fs = require('fs');
var path = require('path');
var spawnSync = require('child_process').spawnSync;

var root = path.join(__dirname, '..');
var lock = path.join(root, 'package-lock.json');
var stamp = path.join(root, 'node_modules', '.installed-lock.json');
var windows = process.platform === 'win32';
var pinnedNode = path.join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    return undefined;
  }
}

var wanted = read(lock);
if (wanted !== read(stamp) || !fs.existsSync(pinnedNode)) {
  process.stderr.write('Installing what Sparring needs (once) ...\n');
  var result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: windows
  });
  if (result.status !== 0) {
    process.stderr.write('sparring: npm ci failed; see its message above.\n');
    process.exit(result.status || 1);
  }
  if (!fs.existsSync(pinnedNode)) {
    process.stderr.write(
      'sparring: the pinned Node was not installed. Are install scripts switched off (ignore-scripts)? Then run\n' +
        'npm rebuild node --ignore-scripts=false\n'
    );
    process.exit(1);
  }
  fs.writeFileSync(stamp, wanted);
}

// By its path: the shell that npm runs scripts in remembers where it found `node` before anything was installed.
if (process.argv.indexOf('--build') >= 0) {
  var build = spawnSync(pinnedNode, [path.join(root, 'tools', 'build.ts'), '--if-stale'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: windows
  });
  if (build.status !== 0) process.exit(build.status || 1);
}
