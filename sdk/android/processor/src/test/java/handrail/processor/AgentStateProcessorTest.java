package handrail.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import handrail.core.Update;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes as an app has them, compiled with the processor by the compiler that runs here. */
class AgentStateProcessorTest {
    private static final String HEAD = "package shop; import handrail.core.AgentState; import java.time.*;\n";

    @TempDir
    Path folder;

    private String compile(String name, String source) throws IOException {
        StringWriter said = new StringWriter();
        JavaFileObject file = new SimpleJavaFileObject(URI.create("memory:///shop/" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean lenient) {
                return HEAD + source;
            }
        };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = Arrays.asList("-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
        JavaCompiler.CompilationTask task = compiler.getTask(said, null, null, options, null, Collections.singletonList(file));
        task.setProcessors(Collections.singletonList(new AgentStateProcessor()));
        return task.call() ? "" : said.toString();
    }

    @Test
    void aClassGivesItsStateAndAnObjectItsUpdate() throws Exception {
        String source = "@AgentState(\"the list of alarms\") public class Alarm { enum Days { ONCE, DAILY }\n"
                + "@AgentState.Key final String label = \"Work\"; int snoozes = 2; Days days = Days.DAILY; LocalDate first; static int made;\n"
                + "private LocalTime time = LocalTime.of(7, 0); public LocalTime getTime() { return time; }\n"
                + "private boolean on = true; boolean isOn() { return on; }\n"
                + "public static Object said() { return AlarmState.of(new Alarm()); } }";
        assertEquals("", compile("Alarm", source));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Method said = loader.loadClass("shop.Alarm").getMethod("said");
            Update update = (Update) said.invoke(null);
            assertEquals("{label=Work, snoozes=2, days=DAILY, first=null, time=07:00, on=true}", update.values().toString());
        }
    }

    @Test
    void aClassWithinAnotherGivesAStateOfItsOwn() throws IOException {
        String source = "class Screen { @AgentState(value = \"the form\", name = \"ReserveInfo\") static class Form { int people; }\n"
                + "Object said() { return ScreenFormState.STATE.set(\"people\", 4); } }";
        assertEquals("", compile("Screen", source));
    }

    @Test
    void whatCannotBeAVariableIsRefusedWhereItStands() throws IOException {
        String said = compile("Alarm", "@AgentState(\"alarms\") class Alarm { java.util.List<String> people; }");
        assertTrue(said.contains("`people` is a java.util.List<java.lang.String>; a variable is a text"), said);
        assertFalse(compile("Empty", "@AgentState(\"nothing\") class Empty {}").isEmpty());
        assertTrue(compile("Shut", "@AgentState(\"shut\") class Shut { private int people; }").contains("add `getPeople()`"));
    }
}
