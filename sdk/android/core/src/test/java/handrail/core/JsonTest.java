package handrail.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}", "01", "1.", ".5", "+1", "1e", "-", "NaN", "tru", "nul", "\"a", "\"\\x\"", "\"\\u12g4\"", "\"a\nb\"", "1 2", "[] // a", "{\"a\":1,\"a\":2}", "\u00a01", "\"\\u\u0661\u0661\u0661\u0661\""})
    void whatIsOnlyNearlyJsonIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> JsonReader.read(text));
    }

    @Test
    void whatIsNestedWithoutEndIsRefusedAndBreaksNothing() {
        char[] open = new char[100_000];
        Arrays.fill(open, '[');
        assertThrows(IllegalArgumentException.class, () -> JsonReader.read(new String(open)));
    }

    @Test
    void valuesAreReadAsWhatTheyAre() {
        Object found = JsonReader.read(" {\"a\": [1, -2.5, 1e3, true, false, null], \"b\": \"\\u00e9\\n\\\"\\\\\\/ \u00e9\"} ");
        Map<String, Object> wanted = new LinkedHashMap<>();
        wanted.put("a", Arrays.asList(1L, -2.5, 1000.0, true, false, null));
        wanted.put("b", "\u00e9\n\"\\/ \u00e9");
        assertEquals(wanted, found);
    }

    @Test
    void whatIsWrittenIsReadAsItWas() {
        for (int seed = 0; seed < 2_000; seed++) {
            Object value = any(new Random(seed), 4);
            String text = JsonWriter.write(value);
            assertEquals(value, JsonReader.read(text), "seed " + seed);
            assertEquals(text, new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8), "it has a UTF-8, seed " + seed);
            assertEquals(-1, text.indexOf('\n'), "it is one line, seed " + seed);
        }
    }

    private static Object any(Random random, int depth) {
        switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0:
                return null;
            case 1:
                return random.nextBoolean();
            case 2:
                return random.nextLong() >> random.nextInt(64) >> 6;
            case 3:
                return random.nextGaussian();
            case 4:
                return text(random);
            case 5:
                List<Object> items = new ArrayList<>();
                for (int count = random.nextInt(4); count > 0; count--) items.add(any(random, depth - 1));
                return items;
            default:
                Map<String, Object> members = new LinkedHashMap<>();
                for (int count = random.nextInt(4); count > 0; count--) members.put(text(random), any(random, depth - 1));
                return members;
        }
    }

    /** Of any characters, halves of pairs and control characters among them. */
    private static String text(Random random) {
        StringBuilder found = new StringBuilder();
        for (int count = random.nextInt(6); count > 0; count--) found.append((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x10000)));
        return found.toString();
    }

    @Test
    void whatJsonHasNoWordForIsNotWritten() {
        assertThrows(IllegalArgumentException.class, () -> JsonWriter.write(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> JsonWriter.write(new Object()));
    }

    @Test
    void noMessageOfAServerBreaksTheReader() {
        String whole = "{\"type\":\"verdict\",\"id\":\"e-1\",\"decision\":\"allow\",\"reasons\":[\"a\",7],\"feedback\":null}";
        Random random = new Random(1);
        for (int times = 0; times < 20_000; times++) {
            StringBuilder text = new StringBuilder(whole);
            for (int count = 1 + random.nextInt(4); count > 0; count--) text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(256));
            FromServer.read(text.toString());
        }
    }
}
