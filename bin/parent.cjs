'use strict';
// Ends this process when the program that started it has ended: npm and npx leave their children running when they get
// a signal. Old syntax on purpose, see sparring.cjs. A process is followed only where it was plainly not started to stay:
// the launcher's own child, and the one command of a script that npm runs.
var fs = require('fs');
var path = require('path');
var spawnSync = require('child_process').spawnSync;

var POLL_MS = 200;

/** Calls `end` once when the parent has ended. `isOrphanEnded`: also when it ended before this process looked. */
function followParent(end, isOrphanEnded) {
  var environment = process.env;
  // A channel to the launcher, or to `node --watch`, closes with it.
  if (process.connected && (environment.SPARRING_RELAUNCHED || environment.WATCH_REPORT_DEPENDENCIES)) {
    process.once('disconnect', end);
    process.channel.unref();
    if (environment.WATCH_REPORT_DEPENDENCIES) followNpmOfWatcher();
    return;
  }
  if (!environment.npm_lifecycle_event) return;
  var parent = process.ppid;
  var found = describe(parent);
  if (isOrphanEnded && isInit(parent, found)) return void end();
  if (found && isScriptShell(found)) watch(parent, found.parent, end);
  else if (found && isPackageManager(found)) watch(parent, undefined, end);
}

/** `npm run dev` starts `node --watch`, which does not look whether npm still runs. */
function followNpmOfWatcher() {
  var watcher = process.ppid;
  var npm = (describe(watcher) || {}).parent;
  var found = npm && describe(npm);
  if (!found || !isPackageManager(found)) return;
  watch(watcher, npm, function () {
    if (process.ppid === watcher) process.kill(watcher, 'SIGTERM');
  });
}

function watch(parent, grandparent, end) {
  var timer = setInterval(function () {
    if (process.ppid === parent && (grandparent === undefined || isParentOf(grandparent, parent))) return;
    clearInterval(timer);
    end();
  }, POLL_MS);
  timer.unref();
}

/** `/proc` tells of a parent that has ended even while nobody has reaped it. What cannot be read is no sign of an end. */
function isParentOf(parent, child) {
  if (process.platform === 'linux') {
    var found = parentOf(child);
    return found === undefined || found === parent;
  }
  try {
    process.kill(parent, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The arguments and the parent of a process; undefined where the system does not say. */
function describe(pid) {
  try {
    if (process.platform === 'linux') {
      var text = fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8');
      return { words: text.split('\0'), parent: parentOf(pid) };
    }
    var listed = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
    var line = (listed.stdout || '').trim();
    var space = line.indexOf(' ');
    return space < 0
      ? undefined
      : { words: splitCommand(line.slice(space + 1)), parent: Number(line.slice(0, space)) };
  } catch (error) {
    return undefined;
  }
}

/** `ps` joins the arguments with spaces; of a shell's, all that follow `-c` are its script. */
function splitCommand(command) {
  var shell = /^(\S+) (-c) (.*)$/.exec(command);
  return shell ? shell.slice(1) : command.split(' ');
}

function parentOf(pid) {
  try {
    var stat = fs.readFileSync('/proc/' + pid + '/stat', 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch (error) {
    return undefined;
  }
}

/** A shell that runs one command and waits for it. A command in its background is meant to stay. */
function isScriptShell(found) {
  var words = found.words;
  if (!/^-?(?:sh|dash|bash|ash|ksh|zsh|busybox)$/.test(path.basename(words[0] || ''))) return false;
  var script = words[1] === '-c' ? words[words[2] === '--' ? 3 : 2] : undefined;
  return script !== undefined && !/[&;|\n]/.test(script.replace(/'[^']*'|"[^"]*"/g, ''));
}

/** npm sets its title, such as `npm start`; others are Node with a file. */
function isPackageManager(found) {
  return /(?:^|[\s/\\])(?:npm|npx|pnpm|yarn|bun)(?:-cli)?(?:\.[cm]?js)?(?:\s|$)/.test(
    found.words.slice(0, 2).join(' ')
  );
}

/** Whether a parent has ended and the system's first process has taken its place. */
function isInit(pid, found) {
  if (found && (isScriptShell(found) || isPackageManager(found))) return false;
  return pid === 1 || /^(?:init|systemd|launchd)$/.test(path.basename((found && found.words[0]) || ''));
}

/** Handles the end of the parent as the signal by which a process is asked to end. */
function endWithParent(isOrphanEnded) {
  followParent(function () {
    try {
      fs.writeSync(2, 'sparring: The program that started this one has ended, so this one ends too.\n');
    } catch (error) {
      // Its terminal may be closed.
    }
    process.kill(process.pid, 'SIGTERM');
  }, isOrphanEnded);
}

exports.endWithParent = endWithParent;
