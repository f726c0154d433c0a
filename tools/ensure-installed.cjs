'use strict';
// In syntax for old versions of Node, because it runs with the Node of the machine, before the installation.
// Compares the lock file with a copy of the last installation, so that it takes a few milliseconds when nothing is
// missing. With --build, also updates the bundle.
var fs = require('fs');
var path = require('path');
var spawn = require('child_process').spawn;
var endWithParent = require('../bin/parent.cjs').endWithParent;

var root = path.join(__dirname, '..');
var lock = path.join(root, 'package-lock.json');
var stamp = path.join(root, 'node_modules', '.installed-lock.json');
var windows = process.platform === 'win32';
var binaries = path.join(root, 'node_modules', '.bin');
var pinnedNode = path.join(binaries, windows ? 'node.cmd' : 'node');

/** The current command; it ends with this process. */
var current;

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    return undefined;
  }
}

function run(command, args, then) {
  current = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: windows });
  current.on('error', function () {
    then(1);
  });
  current.on('exit', function (code, signal) {
    if (signal) endBy(signal);
    else then(code);
  });
}

function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function fail(code, message) {
  if (message) process.stderr.write('sparring: ' + message + '\n');
  process.exit(code);
}

function install(then) {
  var wanted = read(lock);
  if (wanted === read(stamp) && fs.existsSync(pinnedNode)) return then();
  process.stderr.write('Installing the dependencies of Sparring (once) ...\n');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], function (code) {
    if (code !== 0) fail(code, 'npm ci failed; see its message above.');
    if (!fs.existsSync(pinnedNode)) {
      fail(
        1,
        'The pinned Node was not installed. Are install scripts switched off (ignore-scripts)? Then run\n' +
          'npm rebuild node --ignore-scripts=false'
      );
    }
    // The scripts of package.json begin with `exec`, so that signals reach Node. The shell of Windows has no such
    // command.
    if (windows) fs.writeFileSync(path.join(binaries, 'exec.cmd'), '@%*\r\n');
    fs.writeFileSync(stamp, wanted);
    then();
  });
}

function build() {
  // By its path: the shell of npm caches the path that `node` had before the installation.
  run(pinnedNode, [path.join(root, 'tools', 'build.ts'), '--if-stale'], function (code) {
    if (code !== 0) fail(code);
  });
}

['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
  process.on(signal, function () {
    if (current) current.kill(signal);
    else endBy(signal);
  });
});
endWithParent(true);
install(process.argv.indexOf('--build') >= 0 ? build : function () {});
