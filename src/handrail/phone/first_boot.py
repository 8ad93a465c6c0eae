"""What is on a phone before anybody uses it: its apps, the system's files, a person's pictures, papers and contacts."""

from collections.abc import Mapping

from handrail.phone.app import AppFactory
from handrail.phone.apps.bank import bank
from handrail.phone.apps.clock import clock
from handrail.phone.apps.contacts import contacts
from handrail.phone.apps.file_browser import files
from handrail.phone.apps.launcher import launcher
from handrail.phone.apps.mail import mail
from handrail.phone.apps.messages import messages
from handrail.phone.apps.photos import photos
from handrail.phone.apps.restaurant import restaurants
from handrail.phone.apps.settings import settings
from handrail.phone.apps.shop import shop
from handrail.phone.apps.system_ui import contacts_provider, intent_resolver, permission_controller, system_ui
from handrail.phone.apps.todo import todo
from handrail.phone.files import Filler
from handrail.phone.rng import rng_for
from handrail.phone.system import System
from handrail.phone.values import Contact

SYSTEM_APPS: tuple[AppFactory, ...] = (
    launcher,
    system_ui,
    permission_controller,
    intent_resolver,
    contacts_provider,
    settings,
    contacts,
    files,
)
"""Always there, and not to be removed."""
APPS: tuple[AppFactory, ...] = (clock, messages, restaurants, shop, bank, mail, todo, photos)
"""What a person installed."""
PEOPLE = (
    "Alice Martin", "Amir Haddad", "Bob Chen", "Carla Rossi", "Daniel Novak", "Elena Petrova", "Emma Johansson",
    "Farid Rahman", "Grace Kim", "Hugo Lambert", "Ines Moreau", "Jonas Weber", "Lucia Garcia", "Mum", "Oliver Smith",
    "Priya Nair", "Sofia Costa", "Tom Baker",
)  # fmt: skip
FOLDERS = (
    "/data", "/data/app", "/data/data", "/data/local", "/data/local/tmp", "/data/system", "/data/system/users",
    "/data/system/users/0", "/data/misc", "/sdcard", "/sdcard/Alarms", "/sdcard/Android", "/sdcard/Android/data",
    "/sdcard/DCIM", "/sdcard/DCIM/Camera", "/sdcard/Download", "/sdcard/Documents", "/sdcard/Movies", "/sdcard/Music",
    "/sdcard/Pictures", "/system", "/system/app", "/system/bin", "/system/etc", "/vendor", "/vendor/etc",
)  # fmt: skip
PAPERS: Mapping[str, int | str] = {
    "/sdcard/Download/boarding-pass.pdf": 48_211,
    "/sdcard/Download/invoice-0217.pdf": 31_870,
    "/sdcard/Documents/lease.pdf": 204_518,
    "/sdcard/Documents/passwords.txt": "wifi: blue-kettle-42\nmail: do not write it here\n",
    "/sdcard/Documents/recipes.txt": "Bread: 500 g flour, 350 g water, 10 g salt, yeast.\n",
    "/sdcard/Music/voice-memo.m4a": 611_234,
}
PHOTOS = 9
_BUILD_PROPERTIES = """ro.product.manufacturer=Handrail
ro.product.model=Handrail Phone
ro.build.version.release=14
ro.build.version.sdk=34
"""


def boot(system: System) -> None:
    """Lay out files and contacts."""
    rng = rng_for(system.seed, "first boot")
    files = system.files
    for folder in FOLDERS:
        files.mkdir(folder, package="root" if folder.startswith(("/system", "/vendor")) else "android")
    files.write("/system/build.prop", _BUILD_PROPERTIES.encode(), mode=0o600)
    files.write("/system/etc/hosts", b"127.0.0.1 localhost\n::1 ip6-localhost\n", mode=0o644)
    for program, size in (("sh", 307_640), ("toybox", 512_432), ("app_process64", 44_096)):
        files.write(f"/system/bin/{program}", Filler(size, program), mode=0o755)
    for path, content in PAPERS.items():
        files.write(
            path,
            Filler(content, path) if isinstance(content, int) else content.encode(),
            modified_ms=system.clock.epoch_ms - 86_400_000 * (2 + rng.below(90)),
        )
    for number in range(PHOTOS):
        taken = system.clock.epoch_ms - 3_600_000 * (5 + 20 * number + rng.below(12))
        path = f"/sdcard/DCIM/Camera/IMG_{20260300 - number * 3}_{100000 + rng.below(90000)}.jpg"
        files.write(path, Filler(1_800_000 + rng.below(900_000), path), modified_ms=taken)
    for namespace in ("system", "secure", "global"):
        system.setting_changed(namespace, "", "", "")
    for name in rng.sample(PEOPLE, 12):
        digits = f"+44 7700 900{rng.below(1000):03d}"
        address = f"{name.split()[0].lower()}@example.com"
        system.save_contact(Contact(0, name, digits, address if rng.below(3) else ""))
