"""Whether spans are wanted, asked before what makes them is imported."""

from collections.abc import Mapping


def is_configured(environment: Mapping[str, str]) -> bool:
    """Whether the standard variables say that spans are wanted."""
    if environment.get("OTEL_SDK_DISABLED", "").casefold() == "true":
        return False
    if environment.get("OTEL_TRACES_EXPORTER", "otlp").casefold() != "otlp":
        return False
    return bool(environment.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") or environment.get("OTEL_EXPORTER_OTLP_ENDPOINT"))
