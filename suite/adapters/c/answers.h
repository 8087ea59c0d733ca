/* What the adapters in C share: the value of a key of a line of JSON, and the answer. */
#ifndef ANSWERS_H
#define ANSWERS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Puts the code point behind \u into UTF-8; pairs of surrogates are of no use here. */
static char *put(char *to, unsigned code) {
    if (code < 0x80) *to++ = (char)code;
    else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3F));
    } else {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    }
    return to;
}

/* The value of a key, with its escapes undone; its length. NULL where there is none. */
static char *value(const char *line, const char *key, size_t *length) {
    char head[64];
    snprintf(head, sizeof head, "\"%s\":\"", key);
    const char *from = strstr(line, head);
    if (!from) return NULL;
    from += strlen(head);
    char *plain = malloc(strlen(from) + 1), *to = plain;
    for (; *from && *from != '"'; from++) {
        if (*from != '\\') { *to++ = *from; continue; }
        switch (*++from) {
            case 'b': *to++ = '\b'; break;
            case 'f': *to++ = '\f'; break;
            case 'n': *to++ = '\n'; break;
            case 'r': *to++ = '\r'; break;
            case 't': *to++ = '\t'; break;
            case 'u': {
                char digits[5] = {0};
                memcpy(digits, from + 1, 4);
                to = put(to, (unsigned)strtoul(digits, NULL, 16));
                from += 4;
                break;
            }
            default: *to++ = *from;
        }
    }
    *to = 0;
    *length = (size_t)(to - plain);
    return plain;
}

/* Answers each line, as `judge` says. */
static void answer(int (*judge)(const char *text, size_t length)) {
    char *line = NULL;
    size_t room = 0, length;
    fflush(stdout);
    while (getline(&line, &room, stdin) > 0) {
        char *id = value(line, "id", &length), *text = value(line, "input", &length);
        if (!id) exit(2);
        if (!text) printf("{\"id\":\"%s\",\"skip\":\"it is no text\"}\n", id);
        else if (strlen(text) != length) printf("{\"id\":\"%s\",\"skip\":\"a text ends at NUL\"}\n", id);
        else printf("{\"id\":\"%s\",\"valid\":%s}\n", id, judge(text, length) ? "true" : "false");
        fflush(stdout);
        free(id);
        free(text);
    }
    free(line);
}

#endif
