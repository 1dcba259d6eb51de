"""The texts for players about contacts, buttons and keys that do not work."""

from firmware.sensing.events import Chatter
from firmware.words import N_
from hal import NO_CONTACTS, Contacts, reed, tilt
from wiring import cell as cell_at

BROKEN = N_("the sensor under {field} does not work: press {field} instead")
TURNLESS = N_("the tilt sensor under {field} does not work: the game goes on without it")
STUCK = N_("the button under {field} stays down: the game goes on without it")
UP_AGAIN = N_("the button under {field} is up again")
CHATTERS = {
    "reed": N_("the reed switch at row {row}, column {column} keeps switching on and off and is being ignored"),
    "button": N_("the button at row {row}, column {column} keeps switching on and off and is being ignored"),
    "tilt": N_("the tilt contact at row {row}, column {column} keeps switching on and off and is being ignored"),
    "key": N_("the key {key} keeps switching on and off and is being ignored"),
}
RESTS = {
    "reed": N_("the reed switch at row {row}, column {column} is steady again"),
    "button": N_("the button at row {row}, column {column} is steady again"),
    "tilt": N_("the tilt contact at row {row}, column {column} is steady again"),
    "key": N_("the key {key} is steady again"),
}


def contact_of(chatter: Chatter) -> Contacts:
    """Return the contact that chatters; no contact for a button or a key."""
    if chatter.reed is not None:
        return reed(chatter.reed)
    if chatter.layer != "tilt":
        return NO_CONTACTS
    return tilt(cell_at(int(chatter.where["row"]), int(chatter.where["column"])))
