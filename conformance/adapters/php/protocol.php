<?php
// The protocol of adapters: lines of JSON. The client is all that an adapter adds.

/** The content of a request; null for none. */
function content_of(array $q): ?string
{
    if (isset($q['body'])) return base64_decode($q['body']);
    if (!isset($q['bodySize'])) return null;
    $period = implode('', array_map(fn ($i) => chr((97 + $i) % 256), range(0, 255)));
    return substr(str_repeat($period, intdiv($q['bodySize'], 256) + 1), 0, $q['bodySize']);
}

/** A character up to U+00FF is one octet. */
function octets(string $text): string
{
    return preg_match('/^[\x{0}-\x{ff}]*$/u', $text) ? mb_convert_encoding($text, 'ISO-8859-1', 'UTF-8') : $text;
}

function text(string $octets): string
{
    return mb_convert_encoding($octets, 'UTF-8', 'ISO-8859-1');
}

/** The class of an error of curl, by its number. */
function class_of_curl(int $number): string
{
    return match ($number) {
        1, 3, 43 => 'invalid-request', 5, 6 => 'dns', 7, 52, 55, 56 => 'connection', 28 => 'timeout', 35, 51, 60, 77 => 'tls',
        8, 18, 92 => 'protocol', 47 => 'redirect', 61 => 'decode', 63 => 'too-large', default => 'other',
    };
}

/** Members of an outcome for the content of a response. */
function content_members(string $content): array
{
    if (strlen($content) <= 1 << 20) return ['body' => base64_encode($content)];
    return ['size' => strlen($content), 'sha256' => hash('sha256', $content)];
}

/** The runtime, and libcurl with its library of TLS. */
function versions_beneath(): array
{
    $curl = curl_version();
    return ['php' => PHP_VERSION, 'libcurl' => $curl['version'], 'tls' => $curl['ssl_version'], 'zlib' => $curl['libz_version']];
}

/** Answers the lines of the suite. $run(q, session, out) makes one request, and sets the members of its outcome. */
function serve(array $hello, callable $open, callable $run): void
{
    $sessions = [];
    while (($line = fgets(STDIN)) !== false) {
        $q = json_decode($line, true);
        if (isset($q['hello'])) $out = ['hello' => 1, 'language' => 'PHP', 'versions' => versions_beneath(), ...$hello];
        elseif (isset($q['end'])) {
            unset($sessions[$q['end']]);
            continue;
        } else {
            $out = ['id' => $q['id']];
            try {
                $sessions[$q['session']] ??= $open();
                $run($q, $sessions[$q['session']], $out);
            } catch (Throwable $thrown) {
                $number = preg_match('/cURL error (\d+)/', $thrown->getMessage(), $match) ? (int) $match[1] : 0;
                $isRefused = $thrown instanceof InvalidArgumentException || $thrown instanceof ValueError;
                $out['error'] = $number > 0 ? class_of_curl($number) : ($isRefused ? 'invalid-request' : 'other');
                $out['message'] = text(substr(get_class($thrown) . ': ' . $thrown->getMessage(), 0, 300));
            }
        }
        fwrite(STDOUT, json_encode($out, JSON_THROW_ON_ERROR) . "\n");
    }
}
