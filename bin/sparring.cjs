#!/usr/bin/env node
'use strict';
// The syntax is for old versions of Node: this file starts under any version, and prints a line if the version is not
// supported. A clone of the repository runs its sources, under the Node that `npm ci` installed if the running one cannot.
var fs = require('fs');
var path = require('path');
var spawn = require('child_process').spawn;
var pathToFileURL = require('url').pathToFileURL;
var endWithParent = require('./parent.cjs').endWithParent;

var root = path.join(__dirname, '..');
var source = path.join(root, 'src', 'cli', 'main.ts');
var isClone = fs.existsSync(source);
var windows = process.platform === 'win32';

/** The rule of src/config/node-version.ts. */
function isSupported() {
  var parts = process.version.slice(1).split('.').map(Number);
  return parts[0] >= 24 || (parts[0] === 22 && parts[1] >= 15);
}

function run() {
  endWithParent();
  // For this process only: a command that the server starts may be another launcher.
  delete process.env.SPARRING_RELAUNCHED;
  var file = isClone ? source : path.join(root, 'dist', 'cli.js');
  import(pathToFileURL(file).href).then(function (cli) {
    return cli.main(process.argv.slice(2));
  });
}

function runClone() {
  var installed = path.join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  var canRun = isSupported() && process.features.typescript;
  if (!fs.existsSync(path.join(root, 'node_modules', 'commander')) || !(canRun || fs.existsSync(installed))) {
    fail(
      'The dependencies of this clone are not installed: run npm start, or npm ci, in ' + root + ' first.'
    );
  }
  if (canRun) run();
  else if (process.env.SPARRING_RELAUNCHED) failForVersion();
  else runUnder(installed);
}

function fail(sentence) {
  process.stderr.write('sparring: ' + sentence + '\n');
  process.exit(2);
}

/** The sentence of src/config/node-version.ts. */
function failForVersion() {
  var sentence =
    'needs Node 22.15 or a later 22, or Node 24 or later, but this is ' + process.version.slice(1) + '.';
  if (!printsJson()) fail(sentence);
  process.stderr.write(formatErrorLine('Sparring ' + sentence) + '\n');
  process.exit(2);
}

/** Whether a program reads the output, as in src/cli/terminal/start-error.ts. */
function printsJson() {
  var words = process.argv.slice(2);
  return words.some(function (word, index) {
    return word === '--print=json' || (word === '--print' && words[index + 1] === 'json');
  });
}

function formatErrorLine(message) {
  var version = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version;
  return JSON.stringify({
    sparring: version,
    protocol: 1,
    error: { code: 'node-version', message: message }
  });
}

/** Runs the clone under another Node. Signals are passed on to it, and its exit code or signal is that of this process. */
function runUnder(node) {
  endWithParent();
  // The IPC channel closes when this process ends for any reason. The child process then ends too.
  var child = spawn(node, [__filename].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, process.env, { SPARRING_RELAUNCHED: '1' })
  });
  forwardSignals(child);
  child.on('error', function (error) {
    if (child.pid === undefined) fail('The Node of this clone cannot be started: ' + error.message + '.');
  });
  child.on('exit', function (code, signal) {
    if (signal) endBy(signal);
    else process.exit(code);
  });
}

/** On Windows, Ctrl-C reaches all processes of a console, and `kill` would end the server without notice. */
function forwardSignals(child) {
  var signals = windows
    ? ['SIGINT', 'SIGHUP', 'SIGBREAK']
    : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];
  signals.forEach(function (signal) {
    process.on(signal, function () {
      if (!windows) child.kill(signal);
    });
  });
}

/** Ends this process by the signal that ended the child process. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

if (isClone) runClone();
else if (isSupported()) run();
else failForVersion();
