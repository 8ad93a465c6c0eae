package handrail.core;

import java.util.LinkedHashMap;
import java.util.Map;

/** Something that counts: what rules call it, of which kind it is, and whether it can be taken back. */
public final class Commitment {
    public final String name;
    public final String kind;
    public final boolean irreversible;
    public final String description;

    public Commitment(String name, String kind, boolean irreversible, String description) {
        this.name = name;
        this.kind = kind;
        this.irreversible = irreversible;
        this.description = description;
    }

    Map<String, Object> document() {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("name", name);
        said.put("kind", kind);
        said.put("irreversible", irreversible);
        said.put("description", description);
        return said;
    }
}
