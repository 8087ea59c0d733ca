# What the checkers in Perl share: they answer whether a string is a `URI` of RFC 3986.
use strict;
use warnings;
use JSON::PP;
use MIME::Base64;

sub answer {
    my ($judge) = @_;
    my $json = JSON::PP->new->utf8;
    $| = 1;
    print $json->encode({ claims => ["rfc3986"], starts => ["URI"], name => $0 }), "\n";
    while (my $line = <STDIN>) {
        my $case = $json->decode($line);
        my $text = $case->{input};
        if (defined $case->{input_base64}) { $text = decode_base64($case->{input_base64}) }
        else { utf8::encode($text) }
        my $valid = $judge->($text) ? JSON::PP::true : JSON::PP::false;
        print $json->encode({ id => $case->{id}, valid => $valid }), "\n";
    }
}
1;
