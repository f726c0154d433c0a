#!/usr/bin/env node
'use strict';
// Old syntax on purpose: this must run under whatever Node is there, to say or do something sensible when it is too
// old for the rest.
var fs = require('fs');
var path = require('path');
var childProcess = require('child_process');
var pathToFileURL = require('url').pathToFileURL;

var root = path.join(__dirname, '..');
var windows = process.platform === 'win32';

function isRight(version) {
  var parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] >= 26 || (parts[0] === 24 && parts[1] >= 15);
}

function run() {
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

/** The path of a Node that npm fetches or has fetched before. Starting through npx instead would lose signals. */
function fetchedNode() {
  process.stderr.write(
    'sparring: Node ' +
      process.version.slice(1) +
      ' is too old; running under a Node 26 that npx fetches once.\n'
  );
  var found = childProcess.spawnSync(
    'npx',
    ['--yes', '--package=node@26', 'node', '-p', 'process.execPath'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], shell: windows }
  );
  var file = String(found.stdout || '').trim();
  return found.status === 0 && fs.existsSync(file) ? file : undefined;
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

function runUnderAnother() {
  // Set by the run before this one: what it found is no better.
  if (process.env.SPARRING_RELAUNCHED)
    refuse(', and so is the one that npx fetched. Install one from nodejs.org.');
  var node = ownNode();
  if (!node && process.env.SPARRING_NODE === 'off') {
    refuse(', and SPARRING_NODE=off forbids fetching another. Install one, or unset SPARRING_NODE.');
  }
  if (!node) node = fetchedNode();
  if (!node) refuse(', and npx could not fetch another. Install one from nodejs.org.');
  var environment = Object.assign({}, process.env, { SPARRING_RELAUNCHED: '1' });
  var child = childProcess.spawn(node, [__filename].concat(process.argv.slice(2)), {
    stdio: 'inherit',
    env: environment
  });
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal);
    });
  });
  child.on('error', function (error) {
    refuse(', and the other could not be started: ' + error.message + '.');
  });
  child.on('exit', function (code, signal) {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else process.exit(code);
  });
}

if (isRight(process.version)) run();
else runUnderAnother();
