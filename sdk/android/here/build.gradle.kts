// The tests, against stubs of the platform in place of Android's own classes. Never published.
plugins {
    java
}

java {
    sourceCompatibility = JavaVersion.VERSION_11
    targetCompatibility = JavaVersion.VERSION_11
}

sourceSets {
    main {
        java.setSrcDirs(
            listOf("../stubs/src/main/java", "../core/src/main/java", "../library/src/main/java", "../processor/src/main/java"),
        )
    }
    test {
        java.setSrcDirs(
            listOf("../core/src/test/java", "../library/src/test/java", "../processor/src/test/java", "../example/src/main/java"),
        )
    }
}

dependencies {
    testImplementation("org.junit.jupiter:junit-jupiter:5.9.2")
}

tasks.test {
    useJUnitPlatform()
    systemProperty("file.encoding", "US-ASCII")
    systemProperty("handrail.conformance", file("../../conformance/client.json"))
    systemProperty("handrail.server", file("../../conformance/server.py"))
    systemProperty("handrail.rules", file("../example/task.rules"))
    System.getenv("HANDRAIL_PYTHON")?.let { systemProperty("handrail.python", it) }
}
