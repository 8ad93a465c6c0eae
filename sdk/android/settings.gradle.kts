// Not run where this library is developed: tests/sdk/android compiles the same source sets with javac, and holds these
// files to them.
pluginManagement {
    repositories {
        google()
        mavenCentral()
        gradlePluginPortal()
    }
}

dependencyResolutionManagement {
    repositories {
        google()
        mavenCentral()
    }
}

rootProject.name = "handrail-android"
include(":core", ":library", ":processor", ":compose", ":here")
