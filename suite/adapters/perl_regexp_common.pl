# Regexp::Common has a pattern for http URLs, of RFC 2396: the suite of RFC 1738 asks it
# about the strings that begin so.
use strict;
use warnings;
use JSON::PP;
use MIME::Base64;
use Regexp::Common qw(URI);

$| = 1;
my $json = JSON::PP->new->canonical->utf8->allow_nonref;
print $json->encode({ name => "Regexp::Common", version => "$Regexp::Common::VERSION", claims => [],
    starts => ["url"], compared => ["rfc1738"] }), "\n";
while (my $line = <STDIN>) {
    my $question = $json->decode($line);
    my $text = $question->{input} // decode_base64($question->{input_base64});
    my %said = (id => $question->{id});
    if ($text !~ /^http:/) { $said{skip} = "its pattern is of http URLs" }
    else { $said{valid} = $text =~ /\A$RE{URI}{HTTP}\z/ ? JSON::PP::true : JSON::PP::false }
    print $json->encode(\%said), "\n";
}
