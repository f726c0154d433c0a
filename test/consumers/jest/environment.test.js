/** @jest-environment ./bare-environment.js */

test('names the comment that selects the environment of Node', () => {
  expect(() => require('sparring/jest')).toThrow('/** @jest-environment node */');
});
