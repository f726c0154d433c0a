'use strict';
// Passes signals to the command of `sparring run`, and ends the command with all its descendants when the process that
// started it has crashed. The only argument is the process ID of the command. Lines of standard input, which is a pipe to
// the process that started it: a signal to send, `signalled` if the terminal has sent one, `ended` when the command has
// ended. After a signal, the descendants that outlive the command are ended.
var fs = require('fs');
var spawnSync = require('child_process').spawnSync;

/** Time between SIGTERM and SIGKILL. */
var GRACE_MS = 2000;
var POLL_MS = 50;

function watch(pid) {
  var isOver = false;
  var isSignalled = false;
  /** Descendants of the command with the start times of the processes, which distinguish processes with the same ID. */
  var known = {};
  var update = function () {
    known = withDescendants(pid, known);
  };
  var receive = function (line) {
    if (line === 'ended') {
      isOver = true;
      return;
    }
    // Before the signal: a process whose parent has ended is no descendant any more.
    update();
    if (line !== 'signalled') kill([pid], line);
    if (isSignalled) return;
    isSignalled = true;
    setInterval(update, POLL_MS).unref();
  };
  // Signals of a terminal or a service manager may reach this process too.
  ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'].forEach(function (signal) {
    if (process.platform !== 'win32' || signal !== 'SIGQUIT') process.on(signal, function () {});
  });
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', function (text) {
    text.split('\n').filter(Boolean).forEach(receive);
  });
  process.stdin.on('error', function () {});
  process.stdin.on('close', function () {
    if (isOver && !isSignalled) return;
    if (!isOver) known[pid] = startOf(pid);
    endAll(withDescendants(pid, known));
  });
}

function endAll(known) {
  if (process.platform === 'win32') {
    Object.keys(known).forEach(function (pid) {
      spawnSync('taskkill', ['/pid', pid, '/t', '/f']);
    });
    return;
  }
  kill(running(known), 'SIGTERM');
  var deadline = Date.now() + GRACE_MS;
  var timer = setInterval(function () {
    known = withDescendants(0, known);
    var left = running(known);
    if (left.length > 0 && Date.now() < deadline) return;
    clearInterval(timer);
    kill(left, 'SIGKILL');
  }, POLL_MS);
}

/** The known processes that are running, and their descendants and those of the command. */
function withDescendants(pid, known) {
  var children = childrenByParent();
  var next = running(known);
  var found = {};
  next.forEach(function (each) {
    found[each] = known[each];
  });
  if (pid > 0) next.push(pid);
  while (next.length > 0) {
    (children[next.pop()] || []).forEach(function (child) {
      if (child === process.pid || found[child] !== undefined) return;
      found[child] = startOf(child);
      next.push(child);
    });
  }
  return found;
}

function running(known) {
  return Object.keys(known)
    .map(Number)
    .filter(function (pid) {
      return isRunning(pid) && startOf(pid) === known[pid];
    });
}

/** The time of the start of a process; on Linux only. */
function startOf(pid) {
  if (process.platform !== 'linux') return '';
  return fieldsOf(pid)[19] || '';
}

function kill(pids, signal) {
  pids.forEach(function (pid) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // The process has ended.
    }
  });
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || fieldsOf(pid)[0] !== 'Z';
  } catch (error) {
    return false;
  }
}

/** The fields of `/proc/PID/stat` after the name: the state, the parent and more. */
function fieldsOf(pid) {
  try {
    var stat = fs.readFileSync('/proc/' + pid + '/stat', 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    // The process has ended.
    return [];
  }
}

/** Process IDs by the ID of their parent. */
function childrenByParent() {
  var children = {};
  var add = function (pid, parent) {
    children[parent] = (children[parent] || []).concat(pid);
  };
  if (process.platform === 'linux') {
    fs.readdirSync('/proc').forEach(function (name) {
      if (!/^\d+$/.test(name)) return;
      add(Number(name), Number(fieldsOf(name)[1]));
    });
    return children;
  }
  var listed = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout || '';
  listed.split('\n').forEach(function (line) {
    var numbers = line.trim().split(/\s+/).map(Number);
    if (numbers.length === 2) add(numbers[0], numbers[1]);
  });
  return children;
}

watch(Number(process.argv[2]));
