<?php
// Guzzle of the distribution, with a client for each session. With `http_errors` off it reports a status 404 as a response.
use GuzzleHttp\Client;
use GuzzleHttp\ClientInterface;
use GuzzleHttp\Cookie\CookieJar;
use GuzzleHttp\RequestOptions;

require __DIR__ . '/../protocol.php';
require 'GuzzleHttp/autoload.php';

function run(array $q, Client $client, array &$out): void
{
    $headers = [];
    foreach ($q['headers'] ?? [] as [$name, $value]) $headers[octets($name)][] = octets($value);
    $redirects = $q['redirects'] ?? false;
    $content = content_of($q);
    $isStream = ($q['bodyKind'] ?? '') === 'stream';
    $response = $client->request($q['method'], $q['url'], [
        RequestOptions::HEADERS => $headers,
        RequestOptions::BODY => $isStream ? (fn () => yield $content)() : $content,
        RequestOptions::TIMEOUT => $q['timeout'],
        RequestOptions::ALLOW_REDIRECTS => is_int($redirects) ? ['max' => $redirects] : $redirects,
        RequestOptions::AUTH => isset($q['auth']) ? [$q['auth']['user'], $q['auth']['password'], $q['auth']['scheme']] : null,
        RequestOptions::HTTP_ERRORS => false,
    ]);
    $pairs = [];
    foreach ($response->getHeaders() as $name => $values)
        foreach ($values as $value) $pairs[] = [(string) $name, text($value)];
    $out += ['status' => $response->getStatusCode(), 'headers' => $pairs, ...content_members((string) $response->getBody())];
}

$version = trim((string) shell_exec('dpkg-query -W -f=\${Version} php-guzzlehttp-guzzle 2>/dev/null')) ?: ClientInterface::MAJOR_VERSION;
$open = fn () => new Client([RequestOptions::COOKIES => true, RequestOptions::VERIFY => getenv('SSL_CERT_FILE')]);
$supports = ['redirects', 'max-redirects', 'cookies', 'auth', 'auth-digest', 'stream', 'ca', 'raw-fields'];
serve(['client' => 'Guzzle', 'version' => (string) $version, 'supports' => $supports], $open, run(...));
