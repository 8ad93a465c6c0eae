package handrail.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A class whose fields are the variables of a state. The processor writes a class beside it, with {@code State} after its
 * name, which declares the state and makes an update of an object.
 */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
public @interface AgentState {
    /** In a short phrase that a person would use. */
    String value();

    /** What rules call it; the name of the class unless told otherwise. */
    String name() default "";

    /** The field names the row. */
    @Retention(RetentionPolicy.SOURCE)
    @Target(ElementType.FIELD)
    @interface Key {}
}
