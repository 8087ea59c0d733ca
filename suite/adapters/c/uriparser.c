/* uriparser: it says that it is strictly of RFC 3986. */
#include "answers.h"

#include <uriparser/Uri.h>

static int judge(const char *text, size_t length) {
    UriUriA uri;
    const char *error;
    int good = uriParseSingleUriExA(&uri, text, text + length, &error) == URI_SUCCESS;
    if (good) uriFreeUriMembersA(&uri);
    return good;
}

int main(void) {
    printf("{\"name\":\"uriparser\",\"version\":\"%s\",\"claims\":[\"rfc3986\"],\"starts\":[\"URI-reference\"]}\n", URI_VER_ANSI);
    answer(judge);
    return 0;
}
