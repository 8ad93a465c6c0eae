package handrail.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class StateTest {
    private static final State ALARM = State.named("Alarm").describedAs("the list of alarms").text("label", State.KEY).time("time").date("day").number("snoozes").bool("on").oneOf("days", "Once", "Daily").text("people", State.SET);

    @Test
    void aStateIsWrittenAsTheServersFilesDeclareIt() {
        String wanted = "{\"name\":\"Alarm\",\"description\":\"the list of alarms\",\"variables\":["
                + "{\"name\":\"label\",\"type\":\"Text\",\"is_key\":true},{\"name\":\"time\",\"type\":\"Time\"},{\"name\":\"day\",\"type\":\"Date\"},"
                + "{\"name\":\"snoozes\",\"type\":\"Number\"},{\"name\":\"on\",\"type\":\"Boolean\"},"
                + "{\"name\":\"days\",\"type\":\"Enum\",\"enum_values\":[\"Once\",\"Daily\"]},{\"name\":\"people\",\"type\":\"Text\",\"is_set\":true}]}";
        assertEquals(wanted, JsonWriter.write(ALARM.document()));
    }

    @Test
    void aTextMayBeACode() {
        String wanted = "{\"name\":\"iban\",\"type\":\"Text\",\"is_code\":true}";
        assertTrue(JsonWriter.write(State.named("Account").text("iban", State.CODE).document()).contains(wanted));
    }

    @Test
    void anUpdateTakesWhatTheVariablesTake() {
        Update update = ALARM.set("label", new StringBuilder("Work")).and("time", LocalTime.of(7, 0)).and("day", LocalDate.of(2026, 3, 2)).and("snoozes", 2).and("on", null).and("days", "Daily");
        String wanted = "{\"state\":\"Alarm\",\"set\":{\"label\":\"Work\",\"time\":\"07:00\",\"day\":\"2026-03-02\",\"snoozes\":2,\"on\":null,\"days\":\"Daily\"}}";
        assertEquals(wanted, JsonWriter.write(update.document()));
        assertEquals("{\"state\":\"Alarm\",\"delete\":{\"label\":\"Work\"}}", JsonWriter.write(ALARM.delete("label", "Work").document()));
        ALARM.set("time", "7:00 PM");
        ALARM.set("time", "19:00:30");
    }

    @Test
    void whatAStateDoesNotHaveOrTakeIsRefusedWithWhatWouldBeRight() {
        assertRefused("state `Alarm` has no variable `tiem`; it has label, time, day, snoozes, on, days, people", () -> ALARM.set("tiem", "7:00"));
        assertRefused("`time` takes a time such as 19:00; it was given \"late\"", () -> ALARM.set("time", "late"));
        assertRefused("`day` takes a date such as 2026-03-02; it was given \"2 March\"", () -> ALARM.set("day", "2 March"));
        assertRefused("`snoozes` takes a number; it was given \"4\"", () -> ALARM.set("snoozes", "4"));
        assertRefused("`on` takes true or false; it was given 1", () -> ALARM.set("on", 1));
        assertRefused("`days` takes one of Once, Daily; it was given \"Weekly\"", () -> ALARM.set("days", "Weekly"));
        assertRefused("`label` takes a text; it was given null", () -> ALARM.set("label", null));
        assertRefused("a row of `Alarm` goes by its keys, and `time` is none", () -> ALARM.delete("time", "7:00"));
        assertRefused("state `Alarm` has `time` twice", () -> ALARM.text("time"));
    }

    @Test
    void eachCallGivesAnotherStateAndAnotherUpdate() {
        State one = State.named("A").text("x");
        one.text("y");
        assertRefused("state `A` has no variable `y`; it has x", () -> one.set("y", ""));
        Update first = one.set("x", "a");
        first.and("x", "b");
        assertEquals("a", first.values().get("x"));
    }

    private static void assertRefused(String message, Executable act) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, act).getMessage());
    }
}
