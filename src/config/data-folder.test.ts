import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defaultDatabase } from './data-folder.ts';
import { maskDatabase } from './values/database.ts';

it('the data folder is the usual folder of the platform', () => {
  const linux = { platform: 'linux', home: '/home/mona' } as const;
  assert.equal(
    defaultDatabase({ ...linux, variables: {} }),
    'sqlite:/home/mona/.local/share/sparring/sparring.db',
  );
  assert.equal(
    defaultDatabase({ ...linux, variables: { XDG_DATA_HOME: '/data' } }),
    'sqlite:/data/sparring/sparring.db',
  );
  assert.equal(
    defaultDatabase({ ...linux, variables: { XDG_DATA_HOME: 'relative' } }),
    'sqlite:/home/mona/.local/share/sparring/sparring.db',
  );
  assert.equal(
    defaultDatabase({ platform: 'darwin', home: '/Users/mona', variables: { XDG_DATA_HOME: '/data' } }),
    'sqlite:/Users/mona/Library/Application Support/sparring/sparring.db',
  );
  const windows = { platform: 'win32', home: 'C:\\Users\\mona' } as const;
  assert.equal(
    defaultDatabase({ ...windows, variables: { LOCALAPPDATA: 'D:\\Local' } }),
    'sqlite:D:\\Local\\sparring\\sparring.db',
  );
  assert.equal(
    defaultDatabase({ ...windows, variables: {} }),
    'sqlite:C:\\Users\\mona\\AppData\\Local\\sparring\\sparring.db',
  );
});

it('masks the secrets of a database URL and shows the rest', () => {
  assert.equal(maskDatabase('sqlite:/a/b.db'), 'sqlite:/a/b.db');
  assert.equal(maskDatabase('postgres://me:pw@db:5432/x'), 'postgres://me:***@db:5432/x');
  assert.equal(maskDatabase('postgres://me@db/x?password=pw&a=b'), 'postgres://me@db/x?password=***&a=b');
  assert.equal(maskDatabase('postgres://me:p w@['), 'postgres://***');
});
