# Data::Validate::URI: `is_uri` checks by RFC 3986.
use strict;
use warnings;
use JSON::PP;
use MIME::Base64;
use Data::Validate::URI qw(is_uri);

$| = 1;
my $json = JSON::PP->new->canonical->utf8->allow_nonref;
print $json->encode({ name => "Data::Validate::URI", version => "$Data::Validate::URI::VERSION",
    claims => ["rfc3986"], starts => ["URI"] }), "\n";
while (my $line = <STDIN>) {
    my $question = $json->decode($line);
    my $text = $question->{input} // decode_base64($question->{input_base64});
    my $valid = defined is_uri($text);
    print $json->encode({ id => $question->{id}, valid => $valid ? JSON::PP::true : JSON::PP::false }), "\n";
}
