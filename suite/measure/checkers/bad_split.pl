# Splits at each delimiter, and takes as a host what looks like one.
use strict;
use warnings;
use FindBin;
require "$FindBin::Bin/harness.pl";

my $char = qr/(?:[A-Za-z0-9._~!\$&'()*+,;=:\@-]|%[0-9A-Fa-f]{2})/;
answer(sub {
    my ($rest, $fragment) = split /#/, $_[0], 2;
    return 0 unless defined $rest;
    return 0 if defined $fragment && $fragment !~ m{\A(?:$char|[/?])*\z};
    ($rest, my $query) = split /\?/, $rest, 2;
    return 0 unless defined $rest;
    return 0 if defined $query && $query !~ m{\A(?:$char|[/?])*\z};
    return 0 unless $rest =~ s/\A[A-Za-z][A-Za-z0-9+.-]*://;
    if ($rest =~ s{\A//}{}) {
        return 0 unless $rest =~ s{\A(?:[^/\@]*\@)?(?:\[[0-9A-Fa-fvV:.]+\]|[A-Za-z0-9.-]*)(?::\d{0,5})?(?=/|\z)}{};
    }
    return $rest =~ m{\A(?:$char|/)*\z};
});
