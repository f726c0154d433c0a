#!/usr/bin/env perl
# HTTP::Tiny of the core of Perl, with a client for each session. It has no authentication but that of a URL, and a proxy of its
# own for the whole client.
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use HTTP::Tiny;
use JSON::PP;
use MIME::Base64 qw(decode_base64 encode_base64);

$| = 1;
my $json = JSON::PP->new->utf8->canonical;
my $period = join '', map { chr((97 + $_) % 256) } 0 .. 255;
my %sessions;

sub say_line { print $json->encode($_[0]), "\n" }

# A character up to U+00FF is one octet.
sub octets {
    my ($text) = @_;
    return $text if utf8::downgrade($text, 1);
    utf8::encode($text);
    return $text;
}

sub content_of {
    my ($q) = @_;
    return decode_base64($q->{body}) if defined $q->{body};
    return undef unless defined $q->{bodySize};
    return substr $period x (int($q->{bodySize} / 256) + 1), 0, $q->{bodySize};
}

# Errors of the client are responses with the status 599, whose content is the message. They have no protocol, unlike those of a
# server with this status.
sub class_of {
    my ($message) = @_;
    return 'timeout' if $message =~ /timed? ?out/i;
    return 'invalid-request' if $message =~ /^(?:Invalid characters|Unsupported URL|Cannot parse URL|.* is not a valid|The '.*' header|Invalid HTTP header)/;
    return 'tls' if $message =~ /SSL|certificate/i;
    return 'too-large' if $message =~ /Size of response body exceeds/;
    return 'connection' if $message =~ /connect|Could not (?:read|write)|closed|Broken pipe/i;
    return 'protocol' if $message =~ /Unexpected end|Malformed|Unsupported HTTP|Missing|Bad chunk|Wide character|header line/i;
    return 'other';
}

sub run {
    my ($q, $client, $out) = @_;
    $client->timeout($q->{timeout});
    $client->{max_redirect} = ref $q->{redirects} ? ($q->{redirects} ? 5 : 0) : $q->{redirects} // 0;
    $client->{max_size} = $q->{maxBody};
    my (%headers, $aborted);
    for my $pair (@{ $q->{headers} // [] }) {
        my ($name, $value) = map { octets($_) } @$pair;
        $headers{$name} = exists $headers{$name} ? [map { ref $_ ? @$_ : $_ } $headers{$name}, $value] : $value;
    }
    my %options = (headers => \%headers);
    my $content = content_of($q);
    if (defined $content) {
        my $rest = $content;
        $options{content} = ($q->{bodyKind} // '') eq 'stream' ? sub { my $part = $rest; $rest = undef; $part } : $content;
    }
    if (my $abort = $q->{abort}) {
        my ($at, $received) = ($abort->{at} eq 'headers' ? 0 : $abort->{at}, 0);
        $options{data_callback} = sub { $received += length $_[0]; if ($received >= $at) { $aborted = 1; die "aborted\n" } };
    }
    my $response = $client->request($q->{method}, $q->{url}, \%options);
    if ($response->{status} == 599 && !defined $response->{protocol}) {
        my $message = $response->{content} // '';
        $out->{error} = $aborted ? 'aborted' : class_of($message);
        $out->{message} = substr $message, 0, 300;
        return;
    }
    my @pairs;
    for my $name (sort keys %{ $response->{headers} }) {
        my $value = $response->{headers}{$name};
        push @pairs, map { [$name, $_] } ref $value ? @$value : $value;
    }
    $out->{status} = $response->{status} + 0;
    $out->{headers} = \@pairs;
    $out->{url} = $response->{url};
    my $body = $response->{content} // '';
    if (length $body > 1 << 20) { $out->{size} = length $body; $out->{sha256} = sha256_hex($body) }
    else { $out->{body} = encode_base64($body, '') }
}

sub versions {
    my %versions = (perl => sprintf '%vd', $^V);
    $versions{'IO::Socket::SSL'} = $IO::Socket::SSL::VERSION if eval { require IO::Socket::SSL; 1 };
    $versions{openssl} = Net::SSLeay::SSLeay_version(0) if eval { require Net::SSLeay; 1 };
    return \%versions;
}

while (defined(my $line = <STDIN>)) {
    my $q = $json->decode($line);
    if ($q->{hello}) {
        say_line({
            hello => 1, client => 'HTTP::Tiny', version => "$HTTP::Tiny::VERSION", language => 'Perl', versions => versions(),
            supports => ['redirects', 'max-redirects', 'stream', 'ca', 'abort', 'max-body', 'raw-fields'],
        });
    }
    elsif (defined $q->{end}) { delete $sessions{ $q->{end} } }
    else {
        my %out = (id => $q->{id});
        my $client = $sessions{ $q->{session} } //= HTTP::Tiny->new(keep_alive => 1);
        eval { run($q, $client, \%out); 1 } or do {
            my $message = "$@";
            @out{qw(error message)} = ($message =~ /^aborted/ ? 'aborted' : class_of($message), substr $message, 0, 300);
        };
        say_line(\%out);
    }
}
