import assert from 'node:assert/strict';
import { it } from 'node:test';
import { maskFieldLines, maskForm, maskText } from './mask-text.ts';

const masks = {
  value: (secret: string) => `<${secret.length}>`,
  field: (name: string, value: string) => `<${name} ${value.length}>`,
};

it('the user information of URLs is masked, except for a user name before a password', () => {
  for (const [text, masked] of [
    ['https://mona:secret@h/a', 'https://mona:<6>@h/a'],
    ['https://:secret@h', 'https://:<6>@h'],
    ['https://token@h', 'https://<5>@h'],
    ['see http://a:b:c@h and ftp://d@h', 'see http://a:<3>@h and ftp://<1>@h'],
    ['https://h/a@b', 'https://h/a@b'],
  ])
    assert.equal(maskText(text ?? '', masks), masked);
});

it('the sensitive parameters of URLs, fields of forms and lines of heads are masked', () => {
  assert.equal(maskText('/a?access_token=abc&b=1', masks), '/a?access_token=<3>&b=1');
  assert.equal(maskForm('access_token=abc&b=1', masks), 'access_token=<3>&b=1');
  assert.equal(
    maskFieldLines('GET / HTTP/1.1\r\nAuthorization: Basic YQ==\r\nAccept: */*\r\n', masks),
    'GET / HTTP/1.1\r\nAuthorization: <Authorization 10>\r\nAccept: */*\r\n',
  );
});
