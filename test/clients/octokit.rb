# Debian's ruby-octokit: one task a run, its outcome as JSON.
begin
  require 'octokit'
rescue LoadError
  exit 127
end

def ask_code
  $stderr.print 'code: '
  $stdin.gets.strip
end

# As the library's manual has it: the call is made again with the code.
def with_code
  yield({})
rescue Octokit::OneTimePasswordRequired
  yield(headers: { 'X-GitHub-OTP' => ask_code })
end

Octokit.api_endpoint = ENV['BASE'] + '/'
user = Octokit::Client.new(login: ENV['LOGIN'], password: ENV['PASSWORD'])

outcome =
  case ARGV.first
  when 'sign-in'
    made = with_code { |options| user.create_authorization(scopes: ['user'], note: 'octokit.rb', **options) }
    { token: made.token, scopes: user.scopes(made.token) }
  end

puts JSON.generate(outcome)
