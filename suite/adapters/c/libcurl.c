/* libcurl: its parser takes absolute URLs of any scheme, and says that it is of RFC 3986 with
   differences of its own. */
#include "answers.h"

#include <curl/curl.h>

static int judge(const char *text, size_t length) {
    (void)length;
    CURLU *url = curl_url();
    int good = curl_url_set(url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK;
    curl_url_cleanup(url);
    return good;
}

int main(void) {
    printf("{\"name\":\"libcurl\",\"version\":\"%s\",\"claims\":[],\"compared\":[\"rfc3986\"],\"starts\":[\"URI\"]}\n",
           curl_version_info(CURLVERSION_NOW)->version);
    answer(judge);
    return 0;
}
