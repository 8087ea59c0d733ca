# URI of Ruby: its parser says that it is of RFC 3986.
require "base64"
require "json"
require "uri"

$stdout.sync = true
name = "URI (Ruby)"
puts JSON.generate(name: name, version: "#{URI::VERSION}", claims: ["rfc3986"], starts: ["URI-reference"])
STDIN.each_line do |line|
  question = JSON.parse(line)
  text = question["input"] || Base64.decode64(question["input_base64"])
  said = { id: question["id"] }
  begin
    URI::RFC3986_Parser.new.split(text)
    said[:valid] = true
  rescue URI::InvalidURIError
    said[:valid] = false
  rescue StandardError => error
    said[:error] = "#{error.class}: #{error.message}"
  end
  puts JSON.generate(said)
end
