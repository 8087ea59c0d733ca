# Addressable: it says that it conforms closely to RFC 3986 and RFC 3987.
require "base64"
require "json"
require "addressable/uri"

$stdout.sync = true
version = Addressable::VERSION::STRING
puts JSON.generate(name: "Addressable", version: version, claims: [], compared: ["rfc3986"], starts: ["URI-reference"])
STDIN.each_line do |line|
  question = JSON.parse(line)
  text = question["input"] || Base64.decode64(question["input_base64"])
  said = { id: question["id"] }
  begin
    Addressable::URI.parse(text)
    said[:valid] = true
  rescue Addressable::URI::InvalidURIError
    said[:valid] = false
  rescue StandardError => error
    said[:error] = "#{error.class}: #{error.message}"
  end
  puts JSON.generate(said)
end
