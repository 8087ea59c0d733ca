// net/url of Go: it says that it parses by RFC 3986, and where it does not.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"runtime"
)

type question struct {
	Id     string  `json:"id"`
	Input  *string `json:"input"`
	Base64 string  `json:"input_base64"`
}

func main() {
	fmt.Printf("{\"name\":\"net/url (Go)\",\"version\":%q,\"claims\":[],\"compared\":[\"rfc3986\"],\"starts\":[\"URI-reference\"]}\n", runtime.Version())
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var asked question
		if json.Unmarshal(lines.Bytes(), &asked) != nil {
			os.Exit(2)
		}
		if asked.Input == nil {
			bytes, _ := base64.StdEncoding.DecodeString(asked.Base64)
			text := string(bytes)
			asked.Input = &text
		}
		_, err := url.Parse(*asked.Input)
		fmt.Printf("{\"id\":%q,\"valid\":%t}\n", asked.Id, err == nil)
	}
}
