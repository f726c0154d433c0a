# Debian's libnet-github-perl: one task a run, its outcome as JSON.
use strict;
use warnings;
use JSON::PP;

eval { require Net::GitHub::V3; 1 } or exit 127;

sub connect_with {
    my (%more) = @_;
    return Net::GitHub::V3->new(
        login => $ENV{LOGIN},
        pass => $ENV{PASSWORD},
        api_url => $ENV{BASE},
        # It sleeps after each call of a server that does not limit rates.
        api_throttle => 0,
        %more,
    )->oauth;
}

sub sign_in {
    my $wanted = { scopes => ['user'], note => 'Net::GitHub' };
    my $made = eval { connect_with()->create_authorization($wanted) };
    if (!$made) {
        die $@ if $@ !~ /two-factor/;
        print STDERR 'code: ';
        chomp(my $code = <STDIN>);
        $made = connect_with(otp => $code)->create_authorization($wanted);
    }
    return { token => $made->{token} };
}

sub family {
    my $oauth = connect_with();
    my $made = $oauth->create_authorization({ scopes => ['gist'], note => 'Net::GitHub' });
    my $id = $made->{id};
    my @listed = map { $_->{id} } $oauth->authorizations;
    my $changed = $oauth->update_authorization($id, { add_scopes => ['user'] });
    my $read = $oauth->authorization($id);
    return {
        id => $id,
        listed => \@listed,
        changed => $changed->{scopes},
        read => $read->{scopes},
        # The word of the Status field, not of the status line.
        deleted => $oauth->delete_authorization($id),
        again => scalar eval { $oauth->delete_authorization($id) },
    };
}

my %tasks = ('sign-in' => \&sign_in, 'family' => \&family);
print encode_json($tasks{ $ARGV[0] }->()), "\n";
