"""Letters of Particulars and Complaint: the list, drafting, and the page where one is signed and filed."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.accounts.file_tokens import read_by_token
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.self_renewing import renewed
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.justice.cases.commands import LETTER_COMMANDS, accused_numbered
from tournaments.justice.cases.lists import LETTERS
from tournaments.justice.cases.models import Letter
from tournaments.justice.cases.permissions import may_see_letter
from tournaments.justice.cases.selectors.letters import (
    letter_asked,
    letter_paper,
    letter_view,
    letter_with,
    letters,
    vote_with,
)
from tournaments.justice.cases.services.letters import LONGEST, draft_letter


@require_safe
@signed_in
def all_letters(request: HttpRequest, person: Person) -> HttpResponse:
    """The Letters that concern whoever asks."""
    listed = listing(request, letters(asker=person), LETTERS)
    return list_page(request, "tournaments/justice/cases/letters.html", {"list": listed}, {"section": "mine"})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def draft(request: HttpRequest, person: Person, vote: int) -> HttpResponse:
    """A Letter from a vote that asked for one, for those who voted."""
    this_vote = vote_with(vote)
    to_draft = letter_asked(vote=this_vote, asker=person) if this_vote else None
    if this_vote is None or to_draft is None:
        raise Http404("No Letter goes from this vote.")
    typed = request.POST
    refusal = None
    if request.method == "POST":
        try:
            against = accused_numbered(typed.get("against", ""))
            new_letter = draft_letter(
                by=person, vote=this_vote, against=against, complaint=typed.get("complaint", "")
            )
        except Refusal as raised:
            refusal = raised
        else:
            messages.success(request, _("The Letter is drafted. Those who voted are asked to sign."))
            return redirect("letter", letter=new_letter.pk)
    context = {
        "asked": to_draft,
        "accused": [(number, f"{name} ({number})") for number, name in to_draft.against],
        "typed": typed,
        "refusal": refusal,
        "most": LONGEST,
        "section": "mine",
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/justice/cases/draft_letter.html", context, status=status)


@require_safe
@signed_in
def letter(request: HttpRequest, person: Person, letter: int) -> HttpResponse:
    """One Letter; while its paper is at the press the page asks for it again."""
    this_letter = _letter(letter)
    if not may_see_letter(person, this_letter):
        raise Http404("There is no such Letter.")
    stamp = f"letter-{this_letter.pk}-{this_letter.document_sha256}"
    return renewed(request, stamp, lambda etag: _page(request, person, this_letter, etag=etag))


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, letter: int, act: str) -> HttpResponse:
    """Sign it, write it anew, file it or throw it away."""
    this_letter = _letter(letter)
    seen = letter_view(letter=this_letter, asker=person)
    try:
        LETTER_COMMANDS.run_typed(request, act, by=person, thing=this_letter if seen else None)
    except Refusal as refusal:
        return _page(request, person, this_letter, refusal=refusal, typed_act=act)
    return redirect("letters") if act == "discard" else redirect("letter", letter=letter)


@require_safe
@read_by_token
@signed_in
def paper(request: HttpRequest, person: Person, letter: int) -> HttpResponse:
    """The sealed paper, to whoever may see the Letter."""
    this_letter = _letter(letter)
    document = letter_paper(letter=this_letter, asker=person)
    if document is None:
        raise Http404("This Letter has no paper yet.")
    name = f'inline; filename="{str(this_letter).rsplit(maxsplit=1)[-1]}.pdf"'
    return HttpResponse(document, content_type="application/pdf", headers={"Content-Disposition": name})


def _letter(letter: int) -> Letter:
    this_letter = letter_with(letter)
    if this_letter is None:
        raise Http404("There is no such Letter.")
    return this_letter


def _page(
    request: HttpRequest,
    person: Person,
    letter: Letter,
    refusal: Refusal | None = None,
    typed_act: str = "",
    etag: str = "",
) -> HttpResponse:
    shown = letter_view(letter=letter, asker=person)
    if shown is None:
        raise Http404("There is no such Letter.")
    context = {
        "letter": shown,
        "refusal": refusal,
        "typed": request.POST,
        "typed_act": typed_act,
        "most": LONGEST,
        "etag": etag,
        "section": "mine",
    }
    return render(
        request, "tournaments/justice/cases/letter.html", context, status=refusal.status if refusal else 200
    )
