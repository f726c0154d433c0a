<?php
// The functions of the extension curl, with a handle for each session, which keeps its connections.
require __DIR__ . '/../protocol.php';

function run(array $q, CurlHandle $curl, array &$out): void
{
    curl_reset($curl);
    $headers = [];
    $isHead = true;
    $content = content_of($q);
    curl_setopt_array($curl, [
        CURLOPT_URL => $q['url'],
        CURLOPT_CUSTOMREQUEST => $q['method'],
        CURLOPT_NOBODY => $q['method'] === 'HEAD',
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT_MS => (int) ($q['timeout'] * 1000),
        CURLOPT_FOLLOWLOCATION => (bool) ($q['redirects'] ?? false),
        CURLOPT_HTTPHEADER => array_map(fn ($pair) => octets($pair[1] === '' ? "$pair[0];" : "$pair[0]: $pair[1]"), $q['headers'] ?? []),
        CURLOPT_CAINFO => getenv('SSL_CERT_FILE'),
        CURLOPT_COOKIEFILE => '',
        CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$headers, &$isHead) {
            // Lines after the head are trailers.
            if (str_starts_with($line, 'HTTP/')) [$headers, $isHead] = [[], true];
            elseif (trim($line) === '') $isHead = false;
            elseif ($isHead && str_contains($line, ':')) $headers[] = array_map(fn ($part) => text(trim($part)), explode(':', $line, 2));
            return strlen($line);
        },
    ]);
    if (in_array($q['method'], ['GET', 'POST', 'HEAD'])) curl_setopt($curl, CURLOPT_CUSTOMREQUEST, null);
    if ($q['method'] === 'POST') curl_setopt($curl, CURLOPT_POST, true);
    if ($content !== null || $q['method'] === 'POST') curl_setopt($curl, CURLOPT_POSTFIELDS, $content ?? '');
    if (is_int($q['redirects'] ?? null)) curl_setopt($curl, CURLOPT_MAXREDIRS, $q['redirects']);
    if (($q['auth']['scheme'] ?? '') === 'digest') curl_setopt($curl, CURLOPT_HTTPAUTH, CURLAUTH_DIGEST);
    if (isset($q['auth'])) curl_setopt($curl, CURLOPT_USERPWD, $q['auth']['user'] . ':' . $q['auth']['password']);
    $body = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($status > 0) $out += ['status' => $status, 'headers' => $headers, 'url' => curl_getinfo($curl, CURLINFO_EFFECTIVE_URL)];
    if ($body === false) $out += ['error' => class_of_curl(curl_errno($curl)), 'message' => text(curl_error($curl))];
    else $out += content_members($body);
}

$supports = ['redirects', 'max-redirects', 'cookies', 'auth', 'auth-digest', 'ca', 'raw-fields'];
$version = PHP_VERSION . ' (libcurl ' . curl_version()['version'] . ')';
serve(['client' => 'PHP curl', 'version' => $version, 'supports' => $supports], fn () => curl_init(), run(...));
