package handrail.processor;

import handrail.core.AgentState;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;

/** Writes, for each class that is an {@link AgentState}, the state and the update of one of its objects. */
@SupportedAnnotationTypes("handrail.core.AgentState")
public final class AgentStateProcessor extends AbstractProcessor {
    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (TypeElement type : ElementFilter.typesIn(round.getElementsAnnotatedWith(AgentState.class))) {
            try {
                write(type);
            } catch (Unusable unusable) {
                processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, unusable.getMessage(), unusable.where);
            } catch (IOException error) {
                processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, "the state could not be written: " + error, type);
            }
        }
        return true;
    }

    private void write(TypeElement type) throws Unusable, IOException {
        AgentState said = type.getAnnotation(AgentState.class);
        String name = said.name().isEmpty() ? type.getSimpleName().toString() : said.name();
        StringBuilder declared = new StringBuilder("State.named(" + quoted(name) + ").describedAs(" + quoted(said.value()) + ")");
        List<String> sets = new ArrayList<>();
        for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
            if (field.getModifiers().contains(Modifier.STATIC)) continue;
            declared.append('.').append(variable(field));
            sets.add("(" + quoted(field.getSimpleName().toString()) + ", " + value(type, field) + ")");
        }
        if (sets.isEmpty()) throw new Unusable("a state needs a field", type);
        String room = processingEnv.getElementUtils().getPackageOf(type).getQualifiedName().toString();
        String whole = (room.isEmpty() ? "" : room + ".") + nameFor(type);
        try (Writer file = processingEnv.getFiler().createSourceFile(whole, type).openWriter()) {
            if (!room.isEmpty()) file.write("package " + room + ";\n\n");
            file.write(source(type, declared.toString(), "set" + String.join(".and", sets)));
        }
    }

    private static String source(TypeElement type, String declared, String sets) {
        String name = nameFor(type);
        return "import handrail.core.State;\nimport handrail.core.Update;\n\n"
                + "/** The state that {@link " + type.getQualifiedName() + "} is. */\n"
                + "final class " + name + " {\n"
                + "    static final State STATE = " + declared + ";\n\n"
                + "    private " + name + "() {}\n\n"
                + "    /** What an object says of its row. */\n"
                + "    static Update of(" + type.getQualifiedName() + " row) {\n"
                + "        return STATE." + sets + ";\n"
                + "    }\n}\n";
    }

    /** A class in another one gives its name and the other's. */
    private static String nameFor(TypeElement type) {
        StringBuilder found = new StringBuilder(type.getSimpleName());
        for (Element outer = type.getEnclosingElement(); outer instanceof TypeElement; outer = outer.getEnclosingElement()) {
            found.insert(0, outer.getSimpleName());
        }
        return found + "State";
    }

    private String variable(VariableElement field) throws Unusable {
        String kind = kind(field);
        boolean key = field.getAnnotation(AgentState.Key.class) != null;
        String name = quoted(field.getSimpleName().toString());
        if (!kind.equals("oneOf")) return kind + "(" + name + (key ? ", State.KEY" : "") + ")";
        StringBuilder values = new StringBuilder();
        for (Element one : processingEnv.getTypeUtils().asElement(field.asType()).getEnclosedElements()) {
            if (one.getKind() == ElementKind.ENUM_CONSTANT) values.append(", ").append(quoted(one.getSimpleName().toString()));
        }
        return (key ? "keyOneOf(" : "oneOf(") + name + values + ")";
    }

    private String kind(VariableElement field) throws Unusable {
        if (isEnum(field)) return "oneOf";
        switch (field.asType().toString().replaceAll("^@\\S+ ", "")) {
            case "java.lang.String":
            case "java.lang.CharSequence":
                return "text";
            case "boolean":
            case "java.lang.Boolean":
                return "bool";
            case "java.time.LocalDate":
                return "date";
            case "java.time.LocalTime":
                return "time";
            case "int":
            case "long":
            case "float":
            case "double":
            case "java.lang.Integer":
            case "java.lang.Long":
            case "java.lang.Float":
            case "java.lang.Double":
            case "java.math.BigDecimal":
                return "number";
            default:
                String taken = "; a variable is a text, a number, a boolean, an enum, a LocalDate or a LocalTime";
                throw new Unusable("`" + field.getSimpleName() + "` is a " + field.asType() + taken, field);
        }
    }

    private boolean isEnum(VariableElement field) {
        Element type = processingEnv.getTypeUtils().asElement(field.asType());
        return type != null && type.getKind() == ElementKind.ENUM;
    }

    /** The field, or what gives it: {@code label()}, {@code getLabel()}, {@code isOn()}. */
    private String value(TypeElement type, VariableElement field) throws Unusable {
        String read = "row." + reading(type, field);
        return isEnum(field) ? read + " == null ? null : " + read + ".name()" : read;
    }

    private static String reading(TypeElement type, VariableElement field) throws Unusable {
        String name = field.getSimpleName().toString();
        if (!field.getModifiers().contains(Modifier.PRIVATE)) return name;
        String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            String called = method.getSimpleName().toString();
            boolean gives = called.equals(name) || called.equals("get" + capital) || called.equals("is" + capital);
            if (gives && method.getParameters().isEmpty() && !method.getModifiers().contains(Modifier.PRIVATE)) return called + "()";
        }
        throw new Unusable("`" + name + "` is private, and nothing gives it; add `get" + capital + "()`", field);
    }

    private String quoted(String text) {
        return processingEnv.getElementUtils().getConstantExpression(text);
    }

    /** What cannot be a state, and where. */
    private static final class Unusable extends Exception {
        private static final long serialVersionUID = 1;
        final transient Element where;

        Unusable(String message, Element where) {
            super(message);
            this.where = where;
        }
    }
}
