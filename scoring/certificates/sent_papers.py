"""Papers that come back as files: proven by their signature, or refused.

Invariant: only a file of which every byte is as the Authority signed it is read; a changed one is mutilated.
Rule section: IV (unmutilated certificates).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from django.utils.translation import gettext as _

from sanctioning.kit.check_characters import normal_code
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.signing.proof import Proof, Verdict, prove
from sanctioning.signing.selectors import published_keys
from scoring.certificates.models import Certificate

MOST_BYTES = 2 * 1024 * 1024
MOST_FILES = 200
RULE = _lazy("Only unmutilated certificates are recorded (Section IV).")
CODES = {
    Verdict.CHANGED: "mutilated",
    Verdict.UNKNOWN_KEY: "key-unknown",
    Verdict.UNSIGNED: "not-signed",
}
REMEDIES = {
    Verdict.CHANGED: _lazy("Ask for the original file. If it is lost, a replacement can be issued."),
    Verdict.UNKNOWN_KEY: _lazy("Compare the code printed on the certificate. Do not record this file."),
    Verdict.UNSIGNED: _lazy(
        "Send the PDF as it was downloaded, not a scan or a copy saved by another program; or type the "
        "code printed on it."
    ),
}


def read_paper(*, file: BinaryIO, name: str) -> Certificate:
    """The certificate that this file is; refused unless it is genuine. `name` is what the sender calls it.

    Raises:
        Refusal: `no-certificate`, `not-in-the-books`, `not-signed`.
    """
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Refusal(
            code="not-signed",
            sentence=_("%(name)s: this file is larger than any certificate.") % {"name": name},
            rule=RULE,
            remedy=REMEDIES[Verdict.UNSIGNED],
            status=422,
        )
    proof = prove(data, [key.certificate_pem for key in published_keys()])
    if not proof.genuine:
        raise Refusal(
            code=CODES[proof.verdict],
            sentence=f"{name}: {proof.sentence[0].lower()}{proof.sentence[1:]}",
            rule=RULE,
            remedy=REMEDIES[proof.verdict],
            status=422,
            facts={"file": name},
        )
    return _certificate_of(proof, name)


def codes_with_papers(*, codes: Sequence[str], files: Sequence[tuple[str, BinaryIO]]) -> list[str]:
    """The codes typed, and after them those of the files that are not among them yet.

    One bad file refuses all; `facts["codes"]` of the refusal are those typed and of the good files.
    """
    gathered, refused = list(codes), []
    for name, file in files[:MOST_FILES]:
        try:
            code = read_paper(file=file, name=name).code
        except Refusal as refusal:
            refused.append(refusal)
            continue
        if code not in map(normal_code, gathered):
            gathered.append(code)
    if refused:
        first = refused[0]
        raise Refusal(
            code=first.code,
            sentence=" ".join(refusal.sentence for refusal in refused),
            rule=first.rule,
            remedy=first.remedy,
            status=first.status,
            facts={"codes": gathered},
        )
    return gathered


def _certificate_of(proof: Proof, name: str) -> Certificate:
    if "code" not in proof.document["facts"]:
        raise Refusal(
            code="no-certificate",
            sentence=_("%(name)s: the Authority signed this file, but it is not a certificate.")
            % {"name": name},
            rule=RULE,
            remedy=_("Choose the file of a certificate."),
            status=422,
        )
    certificate = Certificate.objects.filter(code=proof.document["facts"]["code"]).first()
    if certificate is None or certificate.facts["serial"] != proof.document["facts"]["serial"]:
        raise Refusal(
            code="not-in-the-books",
            sentence=_("%(name)s: the Authority signed this file, but has no record of it.") % {"name": name},
            rule=RULE,
            remedy=_("Show it to the registrar. An older backup may have been restored."),
            status=422,
        )
    return certificate
