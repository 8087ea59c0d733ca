// java.net.URI: it says that it is of RFC 2396 as changed by RFC 2732, with deviations of its
// own.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class JavaUri {
    private static final Pattern KEY =
        Pattern.compile("\"(id|input)\":\"((?:[^\"\\\\]++|\\\\.)*+)\"");

    public static void main(String[] arguments) throws Exception {
        var version = System.getProperty("java.version");
        System.out.println("{\"name\":\"java.net.URI\",\"version\":\"" + version
            + "\",\"claims\":[\"rfc2732\"],\"starts\":[\"URI-reference\"]}");
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null;) {
            String id = null;
            String input = null;
            for (Matcher found = KEY.matcher(line); found.find();) {
                if (found.group(1).equals("id")) {
                    id = found.group(2);
                } else {
                    input = unescaped(found.group(2));
                }
            }
            var head = "{\"id\":\"" + id + "\",";
            if (input == null) {
                System.out.println(head + "\"skip\":\"its strings are no bytes\"}");
                continue;
            }
            boolean valid = true;
            try {
                new URI(input);
            } catch (URISyntaxException error) {
                valid = false;
            }
            System.out.println(head + "\"valid\":" + valid + "}");
        }
    }

    private static String unescaped(String text) {
        var plain = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            char next = text.charAt(at);
            if (next != '\\') {
                plain.append(next);
                continue;
            }
            next = text.charAt(++at);
            switch (next) {
                case 'b' -> plain.append('\b');
                case 'f' -> plain.append('\f');
                case 'n' -> plain.append('\n');
                case 'r' -> plain.append('\r');
                case 't' -> plain.append('\t');
                case 'u' -> {
                    plain.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                }
                default -> plain.append(next);
            }
        }
        return plain.toString();
    }
}
