#!/usr/bin/env node
'use strict';
// The syntax is for old versions of Node: this file starts under any version, and runs the server under another Node if
// the version is not supported.
var fs = require('fs');
var path = require('path');
var spawn = require('child_process').spawn;
var pathToFileURL = require('url').pathToFileURL;
var endWithParent = require('./parent.cjs').endWithParent;
var nodes = require('./find-node.cjs');

var root = path.join(__dirname, '..');
var windows = process.platform === 'win32';

function run() {
  endWithParent();
  // For this process only: a command that the server starts may be another launcher.
  delete process.env.SPARRING_RELAUNCHED;
  var source = path.join(root, 'src', 'cli', 'main.ts');
  var file = fs.existsSync(source) ? source : path.join(root, 'dist', 'cli.js');
  import(pathToFileURL(file).href).then(function (cli) {
    return cli.main(process.argv.slice(2));
  });
}

/** Whether a clone of the repository has its dependencies. The package has none. */
function isInstalled() {
  var isClone = fs.existsSync(path.join(root, 'src', 'cli', 'main.ts'));
  return !isClone || fs.existsSync(path.join(root, 'node_modules', 'commander'));
}

/**
 * Whether the arguments start a server that users watch. Only there the launcher names the Node that it has found: a line at
 * each command, and before each test run, would repeat what nobody can change.
 */
function startsServer() {
  var words = process.argv.slice(2);
  if (words.some(isHelpOrVersion)) return false;
  return words.length === 0 || words[0] === 'serve' || words[0].charAt(0) === '-';
}

function isHelpOrVersion(word) {
  return ['-h', '--help', '--help-all', '-v', '--version'].indexOf(word) >= 0;
}

/** The Node that `npm ci` installed in a clone of the repository. */
function ownNode() {
  var file = path.join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  return fs.existsSync(file) ? file : undefined;
}

function print(line) {
  process.stderr.write('sparring: ' + line + '\n');
}

function fail(reason) {
  var needed = 'needs Node 24.15 or newer of line 24, or Node 26 or newer; this is ';
  var sentence = needed + process.version.slice(1) + reason;
  if (printsJson()) process.stderr.write(formatErrorLine('Sparring ' + sentence) + '\n');
  else print(sentence);
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

/** Passes a signal on to the process that runs now. */
var forward = function () {};

/** On Windows, Ctrl-C reaches all processes of a console, and `kill` would end the server without notice. */
function forwardSignals() {
  var signals = windows
    ? ['SIGINT', 'SIGHUP', 'SIGBREAK']
    : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];
  signals.forEach(function (signal) {
    process.on(signal, function () {
      if (!windows) forward(signal);
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
    fail(', and the other version that was found is not supported either. Install one from nodejs.org.');
  forwardSignals();
  endWithParent();
  var own = ownNode();
  if (own) return runUnder(own);
  var wanted = process.env.SPARRING_NODE;
  if (wanted && wanted !== 'off') return runUnderWanted(wanted);
  var machine = nodes.thisMachine();
  var found = nodes.findNode(machine);
  var tooOld = 'Node ' + process.version.slice(1) + ' is too old; ';
  if (found) {
    if (startsServer()) print(tooOld + 'running under Node ' + found.version + ' at ' + found.file + '.');
    return runUnder(found.file);
  }
  if (wanted === 'off') {
    fail(
      ', and SPARRING_NODE=off forbids the download of another version. Install one, or set SPARRING_NODE to its path.'
    );
  }
  print(tooOld + 'running under Node 26, which npx downloads once (50 MB).');
  forward = require('./fetch-node.cjs').fetchNode(machine, function (reason, file, signal) {
    if (signal) endBy(signal);
    else if (file) runUnder(file);
    else fail(', and ' + reason);
  });
}

/** The value of SPARRING_NODE is the path of a Node. */
function runUnderWanted(wanted) {
  var found = nodes.probe(wanted);
  if (!found)
    fail(', and SPARRING_NODE names no Node that can be started. Set it to the path of one, or to off.');
  if (!nodes.isSupported(found.version))
    fail(', and SPARRING_NODE names Node ' + found.version + '. Set it to the path of a supported one.');
  runUnder(found.file);
}

function runUnder(node) {
  var environment = Object.assign({}, process.env, { SPARRING_RELAUNCHED: '1' });
  // The IPC channel closes when this process ends for any reason. The child process then ends too.
  var child = spawn(node, [__filename].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment
  });
  forward = function (signal) {
    child.kill(signal);
  };
  child.on('error', function (error) {
    if (child.pid === undefined) fail(', and the other could not be started: ' + error.message + '.');
  });
  child.on('exit', function (code, signal) {
    if (signal) endBy(signal);
    else process.exit(code);
  });
}

if (!isInstalled()) {
  print('The dependencies of this clone are not installed: run npm start, or npm ci, in ' + root + ' first.');
  process.exit(2);
}
if (nodes.isSupported(process.version)) run();
else runUnderAnother();
