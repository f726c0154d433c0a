// Loaded before the command: counts the messages between the primary process and its workers by type, and writes the numbers to
// the file of COUNTED_MESSAGES for each SIGUSR2.
'use strict';

const childProcess = require('node:child_process');
const { renameSync, writeFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

if (process.send === undefined) {
  const counts = {};
  const count = (message) => {
    // `act` is the type of a message of `node:cluster`.
    const type = message.type ?? message.act;
    counts[type] = (counts[type] ?? 0) + 1;
  };
  const { fork } = childProcess;
  childProcess.fork = (...words) => {
    const child = fork(...words);
    const { send } = child;
    child.send = (message, ...rest) => {
      count(message);
      return send.call(child, message, ...rest);
    };
    child.on('message', count);
    return child;
  };
  syncBuiltinESMExports();
  process.on('SIGUSR2', () => {
    const file = process.env.COUNTED_MESSAGES;
    writeFileSync(`${file}.new`, JSON.stringify(counts));
    renameSync(`${file}.new`, file);
  });
}
