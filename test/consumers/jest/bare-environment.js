const { TestEnvironment } = require('jest-environment-node');

/** Without a class of Node, as the environment of jsdom is. */
class BareEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    delete this.global.TextEncoder;
  }
}
module.exports = BareEnvironment;
