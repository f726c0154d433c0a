# Debian's ruby-octokit: one task a run, its outcome as JSON.
require 'json'

begin
  require 'octokit'
rescue LoadError
  exit 127
end

CLIENT = { client_id: ENV['CLIENT_ID'], client_secret: ENV['CLIENT_SECRET'] }.freeze

Octokit.api_endpoint = ENV['BASE'] + '/'
Octokit.web_endpoint = ENV['WEB'] + '/'
USER = Octokit::Client.new(login: ENV['LOGIN'], password: ENV['PASSWORD'])
APPLICATION = Octokit::Client.new(CLIENT)

# As the library's manual has it: what was refused is done again with the code.
def with_code
  yield({})
rescue Octokit::OneTimePasswordRequired => e
  $stderr.print "#{e.password_delivery} code: "
  yield(headers: { 'X-GitHub-OTP' => $stdin.gets.strip })
end

def whose(token)
  Octokit::Client.new(access_token: token).user.login
rescue Octokit::Error => e
  "#{e.response_status} #{e.message[/401 - (.*?) \/\//, 1]}"
end

def sign_in
  made = with_code { |options| USER.create_authorization(scopes: ['user'], note: 'octokit.rb', **options) }
  { token: made.token, scopes: USER.scopes(made.token) }
end

def get_or_create
  wanted = { idempotent: true, scopes: ['user'], **CLIENT }
  answers = [{}, {}, { fingerprint: 'laptop' }, { fingerprint: 'laptop' }].map do |more|
    made = USER.create_authorization(**wanted, **more)
    { status: USER.last_response.status, id: made.id, token: made.token }
  end
  { answers: answers }
end

# Nothing is sent by a call that only reads.
def read_first
  USER.authorizations
rescue Octokit::OneTimePasswordRequired => e
  { status: e.response_status, delivery: e.password_delivery }
end

def family
  made = USER.create_authorization(scopes: ['gist'], note: 'octokit.rb')
  listed = USER.authorizations
  changed = USER.update_authorization(made.id, add_scopes: ['user'])
  read = USER.authorization(made.id)
  {
    id: made.id,
    listed: listed.map(&:id),
    changed: changed.scopes,
    read: read.scopes,
    deleted: USER.delete_authorization(made.id),
    again: USER.delete_authorization(made.id)
  }
end

# The library's own methods have the token in the body.
IN_BODY = {
  check: ->(token) { APPLICATION.check_token(token) },
  reset: ->(token) { APPLICATION.reset_token(token) },
  revoke: ->(token) { APPLICATION.delete_app_token(token) },
  revoke_grant: ->(token) { APPLICATION.delete_app_authorization(token) }
}.freeze

# Those of earlier versions had it in the path.
BASIC = Octokit::Client.new(login: CLIENT[:client_id], password: CLIENT[:client_secret])
PATH = "applications/#{CLIENT[:client_id]}"
IN_PATH = {
  check: ->(token) { BASIC.get("#{PATH}/tokens/#{token}") },
  reset: ->(token) { BASIC.post("#{PATH}/tokens/#{token}") },
  revoke: ->(token) { BASIC.delete("#{PATH}/tokens/#{token}") },
  revoke_grant: ->(token) { BASIC.delete("#{PATH}/grants/#{token}") }
}.freeze

def found?
  yield ? true : false
rescue Octokit::NotFound
  false
end

def life_of_token(check:, reset:, revoke:, revoke_grant:)
  laptop, desk, phone =
    %w[laptop desk phone].map { |fingerprint| USER.create_authorization(fingerprint: fingerprint, **CLIENT) }
  checked = check.(laptop.token)
  renewed = reset.(laptop.token)
  {
    made: { id: laptop.id, token: laptop.token },
    checked: { id: checked.id, token: checked.token, login: checked.user.login },
    renewed: { id: renewed.id, token: renewed.token },
    found: [
      found? { check.(laptop.token) },
      found? { revoke.(renewed.token) },
      found? { check.(renewed.token) },
      found? { revoke_grant.(desk.token) },
      found? { check.(phone.token) }
    ],
    after: [laptop, renewed, desk, phone].map { |made| whose(made.token) }
  }
end

def web_flow
  address = APPLICATION.authorize_url(CLIENT[:client_id], scope: 'user')
  $stderr.print "the code of #{address} : "
  made = Octokit::Client.new.exchange_code_for_token($stdin.gets.strip, *CLIENT.values)
  { token: made.access_token, login: whose(made.access_token) }
end

TASKS = {
  'sign-in' => -> { sign_in },
  'get-or-create' => -> { get_or_create },
  'read-first' => -> { read_first },
  'family' => -> { family },
  'web-flow' => -> { web_flow },
  'token-in-path' => -> { life_of_token(**IN_PATH) },
  'token-in-body' => -> { life_of_token(**IN_BODY) }
}.freeze

puts JSON.generate(TASKS.fetch(ARGV.first).call)
