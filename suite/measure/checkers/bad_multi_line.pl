# One pattern with /mx and `$`, and numbers from 0 to 999.
use strict;
use warnings;
use FindBin;
require "$FindBin::Bin/harness.pl";

my $escape = qr/%[[:xdigit:]]{2}/;
my $char = qr/[[:alnum:]._~!\$&'()*+,;=:\@-]|$escape/;
my $host = qr/\[(?:[[:xdigit:]]{0,4}:){2,7}(?:[[:xdigit:]]{0,4}|\d{1,3}(?:\.\d{1,3}){3})\]|(?:[[:alnum:]._~!\$&'()*+,;=-]|$escape)*/;
answer(sub {
    return $_[0] =~ m{
        ^[[:alpha:]][[:alnum:]+.-]*:
        (?://(?:(?:[[:alnum:]._~!\$&'()*+,;=:-]|$escape)*\@)?$host(?::\d*)?(?:/(?:$char)*)*|/?(?:$char)+(?:/(?:$char)*)*|/?)
        (?:\?(?:$char|[/?])*)?(?:\#(?:$char|[/?])*)?$
    }mx;
});
