import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseVersion } from './go-httpbin.ts';
import { assessRoutes, buildTable } from './ratios.ts';

/** Rates of one round. */
const rates = (on: number, off: number, bare: number, go?: number) =>
  new Map([
    ['on', [on]] as const,
    ['off', [off]] as const,
    ['bare', [bare]] as const,
    ...(go === undefined ? [] : [['go', [go]] as const]),
  ]);

describe('the table of the routes', () => {
  it('has the ratios of each route, the median and the lowest', () => {
    const rows = new Map([
      ['get', rates(120, 150, 200, 100)],
      ['form', rates(80, 100, 200, 400)],
    ]);
    const table = buildTable('Routes', rows, true);
    const column = table.columns.indexOf('on, of go-httpbin');
    assert.deepEqual(
      table.rows.map((row) => [row[0], row[column]]),
      [
        ['get', 1.2],
        ['form', 0.2],
        ['median', 0.7],
        ['lowest', 0.2],
      ],
    );
    assert.deepEqual(
      assessRoutes(rows).map((row) => [row.what, 'value' in row ? row.value : '']),
      [
        ['Journal off, of go-httpbin: lowest of 2 routes (form)', 0.25],
        ['Journal off, of go-httpbin: median of 2 routes', 0.875],
        ['Journal on, of go-httpbin: lowest of 2 routes (form)', 0.2],
        ['Journal on, of go-httpbin: median of 2 routes', 0.7],
        ['Routes whose bare server is below 0.9 of go-httpbin, so that the ratios to it count', 1],
        ['GET /get, HTTP/1.1, journal on, of a bare server that sends a constant', 0.6],
      ],
    );
  });

  it('has no column for a server that was not measured', () => {
    const rows = new Map([['get', rates(120, 150, 200)]]);
    const { columns } = buildTable('Routes', rows, false);
    assert.deepEqual(columns.slice(2), ['on, of bare', 'off, of bare', 'on, of off']);
    assert.equal(assessRoutes(rows).length, 1);
  });
});

it('the version of go-httpbin is that of its module, for our program and for its own', () => {
  const head = '/tmp/x: go1.26.8\n\tpath\texample/bench\n';
  const version = 'github.com/mccutchen/go-httpbin/v2\tv2.26.0\th1:x=\n';
  for (const kind of ['mod', 'dep'])
    assert.equal(parseVersion(`${head}\t${kind}\t${version}`), 'go-httpbin v2.26.0 (go1.26.8)');
  assert.equal(parseVersion(''), 'go-httpbin');
});
