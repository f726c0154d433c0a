'use strict';
// Downloads Node with npx, which keeps it in its cache. The syntax is for old versions of Node, see sparring.cjs.
var fs = require('fs');
var path = require('path');
var childProcess = require('child_process');
var packageOf = require('./find-node.cjs').packageOf;

/** The exact version with which this release was built and tested. */
var VERSION = require('../package.json').devDependencies.node;

var ADVICE = '. Install one from nodejs.org, or set SPARRING_NODE to its path.';

/**
 * Calls `done` with a clause about an error, or with the path of the Node; returns a function that passes a signal on to npx.
 * The package has an executable for one platform and no install scripts, so npx runs nothing of it but Node. npx does not
 * start the server, because it does not forward signals.
 */
function fetchNode(machine, done) {
  var name = packageOf(machine.platform, machine.arch);
  if (!name || isMusl()) {
    done('there is no Node to download for this platform' + ADVICE);
    return function () {};
  }
  var npx = startNpx(machine, [
    '--yes',
    // npm waits a minute between attempts otherwise.
    '--fetch-retry-mintimeout=500',
    '--fetch-retry-maxtimeout=2000',
    '--fetch-timeout=60000',
    '--loglevel=error',
    '--package=' + name + '@' + VERSION,
    'node',
    '-p',
    'process.execPath'
  ]);
  // Ends npx and its child processes if this process crashes.
  var watchdog =
    npx.pid &&
    childProcess.spawn(process.execPath, [path.join(__dirname, 'watchdog.cjs'), String(npx.pid)], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true
    });
  if (watchdog) watchdog.stdin.on('error', function () {});
  var printed = '';
  var errors = '';
  npx.stdout.on('data', function (chunk) {
    printed += chunk;
  });
  npx.stderr.on('data', function (chunk) {
    errors = (errors + chunk).slice(0, 65536);
  });
  var isDone = false;
  var finish = function (message, file, signal) {
    if (isDone) return;
    isDone = true;
    if (watchdog) watchdog.stdin.end('ended\n');
    // After a signal, the watchdog ends the child processes of npx first.
    if (watchdog && signal && watchdog.exitCode === null)
      watchdog.on('exit', function () {
        done(message, file, signal);
      });
    else done(message, file, signal);
  };
  npx.on('error', function (error) {
    var isMissing = error.code === 'ENOENT';
    finish(
      (isMissing
        ? 'npx, which downloads Node, is not installed'
        : 'npx cannot be started (' + error.code + ')') + ADVICE
    );
  });
  npx.on('exit', function (_, signal) {
    // Its child processes may keep the pipes open.
    if (signal) finish('npx was ended by ' + signal, undefined, signal);
  });
  npx.on('close', function (code) {
    var file = printed.trim().split(/\r?\n/).pop();
    if (code === 0 && file && fs.existsSync(file)) finish(undefined, file);
    else finish(missingLibrary(errors) || 'npx could not download Node 26' + reasonOf(errors) + ADVICE);
  });
  return function (signal) {
    if (watchdog && watchdog.exitCode === null) watchdog.stdin.write(signal + '\n');
    else npx.kill(signal);
  };
}

/** Node for Linux loads libatomic.so.1, which minimal systems do not have. The text is that of the loader of glibc. */
function missingLibrary(errors) {
  var library = /error while loading shared libraries: ([^\s:]+):/.exec(errors);
  if (!library) return undefined;
  return (
    'the Node 26 of npx needs the library ' +
    library[1] +
    '. Install its package, which is libatomic1 for libatomic.so.1 on Debian and Ubuntu, and libatomic on Fedora and RHEL.'
  );
}

/** The code of an error of npm, such as ENOTFOUND without a network, or EROFS in a read-only home. */
function reasonOf(errors) {
  var code = /^npm (?:error|ERR!) code (\S+)/m.exec(errors);
  if (!code) return '';
  var reasons = {
    ENOTFOUND: 'no network',
    EAI_AGAIN: 'no network',
    ECONNREFUSED: 'the registry of npm refuses connections',
    ETIMEDOUT: 'the registry of npm does not answer',
    EROFS: 'the cache of npm is on a read-only file system',
    EACCES: 'the cache of npm is not writable',
    EPERM: 'the cache of npm is not writable',
    ENOSPC: 'the disk is full',
    E404: 'the registry of npm does not have it'
  };
  return ' (' + (reasons[code[1]] ? reasons[code[1]] + ', ' : '') + code[1] + ')';
}

/** Runs npx without a shell. On Windows, npx is a batch file, which Node does not run without one, so its script is run. */
function startNpx(machine, args) {
  var options = { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true };
  if (machine.platform !== 'win32') return childProcess.spawn('npx', args, options);
  var script = scriptOfNpx(machine);
  return childProcess.spawn(
    script ? machine.executable : 'npx.exe',
    script ? [script].concat(args) : args,
    options
  );
}

/** `npx-cli.js` of the npm that runs this command, or of the npm beside Node, or of a folder of PATH. */
function scriptOfNpx(machine) {
  var environment = machine.environment;
  var running = environment.npm_execpath || '';
  var candidates = /^np[mx]-cli\.js$/.test(path.basename(running)) ? [path.dirname(running)] : [];
  [path.dirname(machine.executable)]
    .concat((environment.PATH || environment.Path || '').split(path.delimiter))
    .forEach(function (folder) {
      if (path.isAbsolute(folder)) candidates.push(path.join(folder, 'node_modules', 'npm', 'bin'));
    });
  return candidates
    .map(function (folder) {
      return path.join(folder, 'npx-cli.js');
    })
    .filter(function (file) {
      return fs.existsSync(file);
    })[0];
}

/** The packages contain executables for glibc. */
function isMusl() {
  if (process.platform !== 'linux' || !process.report || !process.report.getReport) return false;
  var report = process.report.getReport();
  return !(typeof report === 'string' ? JSON.parse(report) : report).header.glibcVersionRuntime;
}

exports.fetchNode = fetchNode;
