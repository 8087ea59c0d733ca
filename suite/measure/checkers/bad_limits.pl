# A pattern with the limits of domain names, and escapes in upper case.
use strict;
use warnings;
use FindBin;
require "$FindBin::Bin/harness.pl";

my $char = qr/[A-Za-z0-9._~!\$&'()*+,;=:\@\/-]|%[0-9A-F]{2}/;
my $label = qr/[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?/;
answer(sub {
    return length $_[0] <= 2048 && $_[0] =~
        m{\A[a-zA-Z][a-zA-Z0-9+.-]{0,30}:(?://(?:[^\@/]+\@)?$label(?:\.$label)*(?::\d{1,5})?(?:/(?:$char)*)?|(?:$char)*)(?:\?(?:$char|\?)*)?(?:\#(?:$char|\?)*)?\z};
});
