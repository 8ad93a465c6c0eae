// Runs in the compiler: `annotationProcessor(project(":processor"))`, or `kapt` for Kotlin's classes.
plugins {
    `java-library`
}

java {
    sourceCompatibility = JavaVersion.VERSION_11
    targetCompatibility = JavaVersion.VERSION_11
}

dependencies {
    implementation(project(":core"))
}
