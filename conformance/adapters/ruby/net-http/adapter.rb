require 'base64'
require 'json'
require 'net/http'
require 'stringio'

# The client of the standard library: a started connection for each session and origin, because Net::HTTP has no pool.
SUPPORTS = %w[auth stream ca abort raw-fields].freeze
CLASSES = {
  'timeout' => [Net::OpenTimeout, Net::ReadTimeout, Net::WriteTimeout], 'tls' => [OpenSSL::SSL::SSLError],
  'decode' => [Zlib::Error], 'invalid-request' => [ArgumentError, URI::Error], 'dns' => [SocketError],
  'protocol' => [EOFError, Net::ProtocolError, Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError], 'connection' => [SystemCallError]
}.freeze
VERSIONS = { ruby: RUBY_VERSION, openssl: OpenSSL::OPENSSL_LIBRARY_VERSION, zlib: Zlib.zlib_version }.freeze
PERIOD = (0..255).map { |i| (97 + i) % 256 }.pack('C*')
$stdout.sync = true
OUTPUT = Mutex.new

def say(message) = OUTPUT.synchronize { $stdout.puts(JSON.generate(message)) }

def content_of(q)
  return Base64.decode64(q['body']) if q['body']
  (PERIOD * (q['bodySize'] / 256 + 1))[0, q['bodySize']] if q['bodySize']
end

# A character up to U+00FF is one octet.
def octets(text) = text.each_char.all? { |c| c.ord < 256 } ? text.encode('ISO-8859-1').b : text.b

def text(octets) = octets.dup.force_encoding('ISO-8859-1').encode('UTF-8')

def connection(session, uri, timeout)
  session["#{uri.hostname}:#{uri.port}"] ||= Net::HTTP.new(uri.hostname, uri.port).tap do |http|
    http.use_ssl = uri.is_a?(URI::HTTPS)
    http.open_timeout = http.read_timeout = http.write_timeout = timeout
    http.start
  end
end

def request_of(q, uri)
  content = content_of(q)
  response_has_body = q['method'] != 'HEAD'
  kind = Net::HTTP.const_get(q['method'].capitalize) rescue nil
  # Another method, as its documentation says.
  request = kind && kind::METHOD == q['method'] ? kind.new(uri) : Net::HTTPGenericRequest.new(q['method'], !content.nil?, response_has_body, uri)
  (q['headers'] || []).each { |name, value| request.add_field(octets(name), octets(value)) }
  request.basic_auth(q['auth']['user'], q['auth']['password']) if q['auth']
  if q['bodyKind'] == 'stream'
    request['Transfer-Encoding'] = 'chunked'
    request.body_stream = StringIO.new(content)
  else
    request.body = content
  end
  request
end

def run(q, session, out)
  return out.update(unsupported: 'the client has no Digest') if q.dig('auth', 'scheme') == 'digest'
  uri = URI(q['url'])
  request = request_of(q, uri)
  connection(session, uri, q['timeout']).request(request) do |response|
    pairs = []
    response.each_header { |name, _| response.get_fields(name).each { |value| pairs << [name, text(value)] } }
    out.update(status: response.code.to_i, headers: pairs, url: q['url'])
    next unless q['abort']
    at = q['abort']['at']
    received = 0
    response.read_body { |part| break if (received += part.bytesize) >= at } unless at == 'headers'
    session.delete("#{uri.hostname}:#{uri.port}").finish
    raise IOError, 'aborted'
  end.then { |response| out.update(body: Base64.strict_encode64(response.body || '')) }
end

def answer(q, session)
  out = { id: q['id'] }
  run(q, session, out)
rescue StandardError, ScriptError => e
  # A session that failed goes on with another connection.
  session.clear
  kind = q['abort'] && e.message == 'aborted' ? 'aborted' : CLASSES.find { |_, kinds| kinds.any? { |each| e.is_a?(each) } }&.first
  out.update(error: kind || 'other', message: "#{e.class}: #{text(e.message.b)}"[0, 300])
ensure
  say(out)
end

sessions = Hash.new { |all, name| all[name] = {} }
$stdin.each_line do |line|
  q = JSON.parse(line)
  if q['hello'] then say(hello: 1, client: 'Net::HTTP', version: RUBY_VERSION, language: 'Ruby', parallel: 8, supports: SUPPORTS, versions: VERSIONS)
  elsif q['end'] then sessions.delete(q['end'])&.each_value { |http| http.finish rescue nil }
  else
    session = sessions[q['session']]
    Thread.new { answer(q, session) }
  end
end
