#!/usr/bin/env node
'use strict';
// The syntax is for old versions of Node: this file starts under any version, and runs the server under another Node if
// the version is not supported.
var fs = require('fs');
var path = require('path');
var childProcess = require('child_process');
var pathToFileURL = require('url').pathToFileURL;
var endWithParent = require('./parent.cjs').endWithParent;

var root = path.join(__dirname, '..');
var windows = process.platform === 'win32';

function isSupported(version) {
  var parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] >= 26 || (parts[0] === 24 && parts[1] >= 15);
}

function run() {
  endWithParent();
  var source = path.join(root, 'src', 'cli.ts');
  var file = fs.existsSync(source) ? source : path.join(root, 'dist', 'cli.js');
  import(pathToFileURL(file).href).then(function (cli) {
    return cli.main(process.argv.slice(2));
  });
}

/** The Node that `npm ci` installed in a clone of the repository. */
function ownNode() {
  var file = path.join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  return fs.existsSync(file) ? file : undefined;
}

/**
 * Finds the path of a Node that npx downloads or has in its cache. npx does not start the server itself, because it would
 * not forward signals.
 */
function fetchNode(found) {
  process.stderr.write(
    'sparring: Node ' +
      process.version.slice(1) +
      ' is too old; running under Node 26, which npx downloads once.\n'
  );
  var npx = childProcess.spawn('npx', ['--yes', '--package=node@26', 'node', '-p', 'process.execPath'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: windows
  });
  current = npx;
  var printed = '';
  npx.stdout.on('data', function (chunk) {
    printed += chunk;
  });
  npx.on('error', function () {
    found(undefined);
  });
  npx.on('close', function (code, signal) {
    var file = printed.trim();
    if (signal) endBy(signal);
    else found(code === 0 && fs.existsSync(file) ? file : undefined);
  });
}

function fail(reason) {
  process.stderr.write(
    'sparring: needs Node 24.15 or newer of line 24, or Node 26 or newer; this is ' +
      process.version.slice(1) +
      reason +
      '\n'
  );
  process.exit(2);
}

/** The child process that signals are forwarded to. */
var current;

function forwardSignals() {
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      if (current) current.kill(signal);
    });
  });
}

/** Ends this process by the signal that ended the child process. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function runUnderAnother() {
  // Set by the launcher: the Node that it found is not supported either.
  if (process.env.SPARRING_RELAUNCHED)
    fail(', and the version that npx downloaded is not supported either. Install one from nodejs.org.');
  forwardSignals();
  endWithParent();
  var node = ownNode();
  if (node) return runUnder(node);
  if (process.env.SPARRING_NODE === 'off') {
    fail(
      ', and SPARRING_NODE=off forbids the download of another version. Install one, or unset SPARRING_NODE.'
    );
  }
  fetchNode(function (fetched) {
    if (!fetched) fail(', and npx could not download another version. Install one from nodejs.org.');
    runUnder(fetched);
  });
}

function runUnder(node) {
  var environment = Object.assign({}, process.env, { SPARRING_RELAUNCHED: '1' });
  // The IPC channel closes when this process ends for any reason. The child process then ends too.
  current = childProcess.spawn(node, [__filename].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment
  });
  current.on('error', function (error) {
    fail(', and the other could not be started: ' + error.message + '.');
  });
  current.on('exit', function (code, signal) {
    if (signal) endBy(signal);
    else process.exit(code);
  });
}

if (isSupported(process.version)) run();
else runUnderAnother();
