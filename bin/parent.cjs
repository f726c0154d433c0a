'use strict';
// Ends this process when its parent process has ended. npm and npx do not end their child processes when they receive a
// signal. Only two kinds of processes are checked: the child process of the launcher, and the only command of an npm
// script. The syntax is for old versions of Node, see sparring.cjs.
var fs = require('fs');
var path = require('path');
var spawnSync = require('child_process').spawnSync;

var POLL_MS = 200;

/** Calls `end` once when the parent has ended; with `isOrphanEnded`, also if it ended before the first check. */
function followParent(end, isOrphanEnded) {
  var environment = process.env;
  // The IPC channel to the launcher, or to `node --watch`, closes when that process ends.
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

/** `npm run dev` starts `node --watch`, which does not check whether npm is running. */
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

/** `/proc` shows the end of a parent before the process is reaped. An unreadable entry does not count as an end. */
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

/** The arguments and the parent of a process; undefined if the system does not provide them. */
function describe(pid) {
  try {
    if (process.platform === 'linux') {
      var text = fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8');
      return { args: text.split('\0'), parent: parentOf(pid) };
    }
    var listed = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
    var line = (listed.stdout || '').trim();
    var space = line.indexOf(' ');
    return space < 0
      ? undefined
      : { args: splitCommand(line.slice(space + 1)), parent: Number(line.slice(0, space)) };
  } catch (error) {
    return undefined;
  }
}

/** `ps` joins the arguments with spaces. For a shell, everything after `-c` is the script. */
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

/** Whether a process is a shell that runs one command and waits for it. Background commands outlive their shell. */
function isScriptShell(found) {
  var args = found.args;
  if (!/^-?(?:sh|dash|bash|ash|ksh|zsh|busybox)$/.test(path.basename(args[0] || ''))) return false;
  var script = args[1] === '-c' ? args[args[2] === '--' ? 3 : 2] : undefined;
  return script !== undefined && !/[&;|\n]/.test(script.replace(/'[^']*'|"[^"]*"/g, ''));
}

/** npm sets its process title, such as `npm start`. Other package managers are Node with a file. */
function isPackageManager(found) {
  return /(?:^|[\s/\\])(?:npm|npx|pnpm|yarn|bun)(?:-cli)?(?:\.[cm]?js)?(?:\s|$)/.test(
    found.args.slice(0, 2).join(' ')
  );
}

/** Whether the parent has ended, so that the init process is the parent. */
function isInit(pid, found) {
  if (found && (isScriptShell(found) || isPackageManager(found))) return false;
  return pid === 1 || /^(?:init|systemd|launchd)$/.test(path.basename((found && found.args[0]) || ''));
}

/** Handles the end of the parent process like SIGTERM. */
function endWithParent(isOrphanEnded) {
  followParent(function () {
    try {
      fs.writeSync(2, 'sparring: The parent process has ended; stopping.\n');
    } catch (error) {
      // The terminal may be closed.
    }
    process.kill(process.pid, 'SIGTERM');
  }, isOrphanEnded);
}

exports.endWithParent = endWithParent;
