"""The report on the boot partition of a card: the faults of its settings, and the settings in use."""

from __future__ import annotations

import tomllib

from tools.release.card_image.on_card.card_settings import CardSettings, SettingsRead

FORGETS = (
    "The part of this card for games and settings cannot be read or written. The table can be played at, but forgets"
    " everything when it is switched off. Write the card again, or take another one."
)


def text(read: SettingsRead, own_network: str | None, *, forgetful: bool) -> str:
    """Return the report on the settings that were read, with the file of the table's ``own_network``, if it has one.
    ``forgetful`` means a card that cannot store games."""
    problems = [*([FORGETS] if forgetful else []), *read.problems]
    wrong = ["Not used:", *(f"- {problem}" for problem in problems)] if problems else ["Nothing was wrong."]
    lines = ["What this card was set to when it last started with other settings.", "", *wrong, "", "In use:"]
    return "\n".join([*lines, *(f"- {line}" for line in in_use(read.settings, own_network)), ""])


def in_use(settings: CardSettings, own_network: str | None) -> list[str]:
    """Return a line for each setting. None has the password of the Wi-Fi at home."""
    lines = [f"The page is at http://{settings.host or 'thera'}.local/"]
    if settings.wifi is None:
        lines.append("No Wi-Fi is set: the table uses a cable, or opens its own.")
    else:
        lock = "without a password" if settings.wifi.password is None else "with a password"
        lines.append(f"Wi-Fi: {settings.wifi.name}, {lock}")
    lines.append(f"Country of the Wi-Fi: {settings.country or 'none is set, so some channels are not used'}")
    lines.append(f"Time zone: {settings.time_zone or 'none is set, so times are those of UTC'}")
    if own_network is not None:
        own = tomllib.loads(own_network)
        lines.append(f"The table's own Wi-Fi: {own['name']}, password {own['password']}")
    if settings.user is not None:
        by = [f"{len(settings.user.keys)} key(s)"] if settings.user.keys else []
        by += ["a password"] if settings.user.password_hash is not None else []
        lines.append(f"Login: {settings.user.name}, by {' and '.join(by)}")
    return lines
