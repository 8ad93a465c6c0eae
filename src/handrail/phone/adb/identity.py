"""What a phone says of itself: its names and the system properties that `getprop` prints."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Identity:
    """The names of one phone. `serial` is what `adb devices` lists."""

    serial: str = "handrail-5554"
    model: str = "Handrail Phone"
    product: str = "handrail_phone"
    device: str = "handrail"
    brand: str = "handrail"
    release: str = "14"
    sdk: int = 34
    density: int = 420

    def banner(self, features: str) -> bytes:
        """What adbd answers to the first message of a host."""
        return (
            f"device::ro.product.name={self.product};ro.product.model={self.model};"
            f"ro.product.device={self.device};features={features}"
        ).encode()

    def listing(self) -> str:
        """The details in `adb devices -l`."""
        model = self.model.replace(" ", "_")
        return f"product:{self.product} model:{model} device:{self.device}"

    def properties(self) -> Mapping[str, str]:
        """What `getprop` prints; the properties that clients ask for, and those that scripts commonly test."""
        fingerprint = f"{self.brand}/{self.product}/{self.device}:{self.release}/HR1A.260302.001/1:userdebug/dev-keys"
        return {
            "dev.bootcomplete": "1",
            "gsm.operator.alpha": "Handrail",
            "gsm.sim.state": "READY",
            "init.svc.adbd": "running",
            "init.svc.bootanim": "stopped",
            "init.svc.zygote": "running",
            "persist.sys.locale": "en-US",
            "persist.sys.timezone": "UTC",
            "ro.boot.serialno": self.serial,
            "ro.bootmode": "unknown",
            "ro.build.characteristics": "default",
            "ro.build.display.id": "HR1A.260302.001",
            "ro.build.fingerprint": fingerprint,
            "ro.build.id": "HR1A.260302.001",
            "ro.build.tags": "dev-keys",
            "ro.build.type": "userdebug",
            "ro.build.version.codename": "REL",
            "ro.build.version.incremental": "1",
            "ro.build.version.release": self.release,
            "ro.build.version.sdk": str(self.sdk),
            "ro.build.version.security_patch": "2026-03-01",
            "ro.debuggable": "1",
            "ro.hardware": "handrail",
            "ro.kernel.qemu": "1",
            "ro.product.brand": self.brand,
            "ro.product.cpu.abi": "x86_64",
            "ro.product.cpu.abilist": "x86_64,arm64-v8a",
            "ro.product.device": self.device,
            "ro.product.locale": "en-US",
            "ro.product.manufacturer": "Handrail",
            "ro.product.model": self.model,
            "ro.product.name": self.product,
            "ro.secure": "1",
            "ro.serialno": self.serial,
            "ro.sf.lcd_density": str(self.density),
            "sys.boot_completed": "1",
        }
