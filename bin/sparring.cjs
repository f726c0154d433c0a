#!/usr/bin/env node
'use strict';
// Old syntax on purpose: this must run under whatever Node is there, to say or do something sensible when it is too
// old for the rest.
var fs = require('fs');
var path = require('path');
var childProcess = require('child_process');
var pathToFileURL = require('url').pathToFileURL;
var endWithParent = require('./parent.cjs').endWithParent;

var root = path.join(__dirname, '..');
var windows = process.platform === 'win32';

function isRight(version) {
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

/** The Node that a clone of the repository has installed for itself. */
function ownNode() {
  var file = path.join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  return fs.existsSync(file) ? file : undefined;
}

/**
 * Finds the path of a Node that npm fetches or has fetched before. A server that is started through npx itself would not
 * get its signals.
 */
function fetchNode(found) {
  process.stderr.write(
    'sparring: Node ' +
      process.version.slice(1) +
      ' is too old; running under a Node 26 that npx fetches once.\n'
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

function refuse(reason) {
  process.stderr.write(
    'sparring: needs Node 24.15 or newer of line 24, or Node 26 or newer; this is ' +
      process.version.slice(1) +
      reason +
      '\n'
  );
  process.exit(2);
}

/** The process that signals are handed on to. */
var current;

function forwardSignals() {
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      if (current) current.kill(signal);
    });
  });
}

/** Ends as the process below has ended. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function runUnderAnother() {
  // Set by the run before this one: what it found is no better.
  if (process.env.SPARRING_RELAUNCHED)
    refuse(', and so is the one that npx fetched. Install one from nodejs.org.');
  forwardSignals();
  endWithParent();
  var node = ownNode();
  if (node) return runUnder(node);
  if (process.env.SPARRING_NODE === 'off') {
    refuse(', and SPARRING_NODE=off forbids fetching another. Install one, or unset SPARRING_NODE.');
  }
  fetchNode(function (fetched) {
    if (!fetched) refuse(', and npx could not fetch another. Install one from nodejs.org.');
    runUnder(fetched);
  });
}

function runUnder(node) {
  var environment = Object.assign({}, process.env, { SPARRING_RELAUNCHED: '1' });
  // The channel closes when this process ends, in whatever way, and then the child ends too.
  current = childProcess.spawn(node, [__filename].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment
  });
  current.on('error', function (error) {
    refuse(', and the other could not be started: ' + error.message + '.');
  });
  current.on('exit', function (code, signal) {
    if (signal) endBy(signal);
    else process.exit(code);
  });
}

if (isRight(process.version)) run();
else runUnderAnother();
