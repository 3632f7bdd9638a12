"""The best record there is without running anything, and why it should be taken again."""

from __future__ import annotations

from snippets.evidence.catalogue import Listing
from snippets.evidence.profile import profile_for, record_anywhere
from snippets.evidence.record import Record, RecordError
from snippets.evidence.store import Found, Store
from snippets.evidence.validity import of_module

from ..evidence import How, Standing

NEVER = ("아직 잰 적이 없습니다",)


def best(store: Store, listing: Listing) -> Standing | None:
    """What a preview shows: this machine's own record if it holds, else what is committed.

    When neither is of the code as it stands, this machine's last one comes first.

    Raises:
        GuideError: ``experiment-unreadable``, when a source that it reaches does not parse.
    """
    own = Found(None, ()) if listing.on_request else store.find(listing)
    if own.record is not None and not own.reasons:
        return Standing(own.record, How.REUSED)
    shared = _committed(store, listing)
    if own.record is not None and (shared is None or shared.since):
        return Standing(own.record, How.REUSED, since=own.reasons)
    return shared


def due(store: Store, listing: Listing) -> tuple[str, ...]:
    """Why an experiment should run; empty when what is shown is of the code as it stands.

    Raises:
        GuideError: Likewise.
    """
    if listing.on_request:
        return ()
    found = best(store, listing)
    return NEVER if found is None else found.since


def _committed(store: Store, listing: Listing) -> Standing | None:
    try:
        record = _record(store, listing)
    except RecordError:
        return None
    now = of_module(store.root, listing.module)
    here = record.conditions.hardware == store.machine
    return Standing(record, How.RECORDED, here, now.sources_against(record.validity))


def _record(store: Store, listing: Listing) -> Record:
    if listing.on_request:
        return record_anywhere(store.root, store.machine, listing.id)
    return profile_for(store.root, store.machine).record(listing.id)
