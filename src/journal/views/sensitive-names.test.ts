import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSensitiveField, isSensitiveMember } from './sensitive-names.ts';

describe('a name whose value is masked', () => {
  it('is one of a field, in any case, with hyphens, underscores or spaces', () => {
    for (const [name, isSensitive] of [
      ['Authorization', true],
      ['x-amz-security-token', true],
      ['X_API Key', true],
      ['X-Auth-Token', true],
      ['Private-Token', true],
      ['X-Hub-Signature-256', true],
      ['My-X-Hub-Signature', false],
      ['X-Authorization', false],
      ['password', false],
      ['X-Other', false],
      ['', false],
    ] as const) {
      assert.equal(isSensitiveField(name), isSensitive, name);
      if (isSensitive) assert.equal(isSensitiveMember(name), true, name);
    }
  });

  it('is one of a member, or of a parameter, also as a part in brackets', () => {
    for (const [name, isSensitive] of [
      ['access_token', true],
      ['accessToken', true],
      ['authenticity-token', true],
      ['New Password', true],
      ['current_password', true],
      ['assertion', true],
      ['user[password]', true],
      ['user[0][pass-phrase]', true],
      ['[token]', true],
      ['password[]', true],
      ['user[password][]', true],
      ['user[password][0]', true],
      ['user[password', true],
      ['passwords[]', false],
      ['user.password', false],
      ['user[name]', false],
      // The names of fields are not those of members in brackets.
      ['user[cookie]', false],
      ['my_password', false],
      ['', false],
    ] as const)
      assert.equal(isSensitiveMember(name), isSensitive, name);
  });
});
