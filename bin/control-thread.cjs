'use strict';
// The thread that calls the control API of a running server for the fixtures. A fixture whose method has no promise blocks
// its own thread until the response is here. The tests cannot affect it: what replaces `http`, `fetch` or timers in their
// thread does not replace them here. Each message is a call with a port, which gets the response or an error.
var http = require('http');
var https = require('https');
var parentPort = require('worker_threads').parentPort;

/** The milliseconds for which a server may stay silent, beyond those for which the call waits. */
var SILENCE_MS = 10000;

parentPort.on('message', function (call) {
  var isDone = false;
  /** Of a caller whose thread is blocked. */
  var flag = call.flag && new Int32Array(call.flag);

  function finish(result) {
    if (isDone) return;
    isDone = true;
    call.port.postMessage(result);
    if (!flag) return;
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  }

  // A connection for each call: the server closes those that are idle, and a POST is not repeated.
  var request = (call.url.indexOf('https:') === 0 ? https : http).request(
    call.url,
    { method: call.method, headers: call.headers, agent: false },
    function (response) {
      var chunks = [];
      response.on('data', function (chunk) {
        chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('end', function () {
        finish({ status: response.statusCode, text: Buffer.concat(chunks).toString() });
      });
    }
  );

  function fail(error) {
    finish({ error: error.message || error.code || String(error) });
  }

  var timer = setTimeout(
    function () {
      request.destroy(new Error('no response came in time'));
    },
    SILENCE_MS + (call.waits || 0)
  );
  request.on('error', fail);
  request.on('close', function () {
    clearTimeout(timer);
    finish({ error: 'the connection was closed' });
    call.port.close();
  });
  // The caller closes its port when it does not wait any more.
  call.port.on('close', function () {
    request.destroy();
  });
  request.end(call.body);
});
