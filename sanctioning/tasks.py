"""What Celery carries out: each job by its number, and for the authority what is due by the clock."""

import datetime as dt
from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from sanctioning.accounts.services.lost_passwords import NEW_PASSWORD_JOB, send_link
from sanctioning.accounts.services.passkeys import PASSKEY_MAIL_JOB, mail_of_passkey
from sanctioning.accounts.services.provider_sign_ins import JOINED_MAIL_JOB, mail_joined
from sanctioning.accounts.services.tokens import TOKEN_MAIL_JOB, mail_of_token
from sanctioning.doctor.selectors import EXAMINE_JOB
from sanctioning.doctor.services import answer, examine, hear_clock
from sanctioning.doctor.services_it_needs import ANSWER_JOB
from sanctioning.fees.services.club_accounts import INVOICE_JOB
from sanctioning.fees.services.printing import print_invoice
from sanctioning.kit.jobs.kinds import MAIL_JOB
from sanctioning.kit.jobs.services.housekeeping import forget_done_jobs, forget_ended_sessions
from sanctioning.kit.jobs.services.jobs import CARRY_OUT, job, ring_waiting, run_job
from sanctioning.kit.messages.services.channels import CHANNEL_JOB, pass_on
from sanctioning.kit.messages.services.delivery import deliver
from sanctioning.kit.sent_once.services import forget_old_keys
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.services.anonymisation import ANONYMISE_JOB, carry_out_wish, enqueue_due_wishes
from sanctioning.people.services.data_copies import COPY_JOB, make_copy, remove_old_copies
from sanctioning.people.services.refused_addresses import erase_refused_addresses
from sanctioning.sanctions.services.lapsing import expire_what_is_over
from sanctioning.webhooks.services.delivering import MOST_CLAIMS, deliver_message
from sanctioning.webhooks.services.housekeeping import remove_old_deliveries
from sanctioning.webhooks.services.sending_again import REPLAY_JOB, replay
from sanctioning.webhooks.services.taking_turns import DELIVERY_JOB
from sanctioning.webhooks.services.taking_up import take_up_what_happened


@shared_task(name=CARRY_OUT)
def carry_out(job_id: int) -> None:
    run_job(job_id)


@shared_task(name="sanctioning.ring_again")
def ring_again() -> None:
    hear_clock()
    ring_waiting()


@shared_task(name="sanctioning.expire_what_is_over")
def expire() -> None:
    expire_what_is_over()


job(INVOICE_JOB, title=_lazy("A printed invoice"))(print_invoice)
job(MAIL_JOB, attempts=8, title=_lazy("A message by e-mail"))(deliver)
job(CHANNEL_JOB, attempts=8, title=_lazy("A message by another channel"))(pass_on)
job(EXAMINE_JOB, attempts=1, title=_lazy("An examination of the installation"))(examine)
job(ANSWER_JOB, attempts=1, title=_lazy("An answer to the doctor"))(answer)
job(NEW_PASSWORD_JOB, attempts=8, title=_lazy("A mail to set a new password"), forgets=True)(send_link)
job(JOINED_MAIL_JOB, attempts=8, title=_lazy("A mail about a new way to sign in"))(mail_joined)
job(PASSKEY_MAIL_JOB, attempts=8, title=_lazy("A mail about a passkey"))(mail_of_passkey)
job(TOKEN_MAIL_JOB, attempts=8, title=_lazy("A mail about a new token"))(mail_of_token)
job(COPY_JOB, lease=dt.timedelta(minutes=10), title=_lazy("A copy of personal data"))(make_copy)
job(ANONYMISE_JOB)(carry_out_wish)
job(
    DELIVERY_JOB,
    attempts=MOST_CLAIMS,
    lease=dt.timedelta(minutes=1),
    title=_lazy("A message to a webhook"),
    waits_for_others=True,
)(deliver_message)
job(REPLAY_JOB, title=_lazy("Messages to a webhook, sent again"))(replay)


@shared_task(name="sanctioning.take_up_what_happened")
def tell_webhooks() -> None:
    take_up_what_happened()


@shared_task(name="sanctioning.keep_personal_data")
def keep_personal_data() -> None:
    """Copies, keys, addresses and messages to webhooks whose days are over go, wishes whose days of thought
    are over are carried out."""
    remove_old_copies()
    forget_old_keys()
    enqueue_due_wishes()
    erase_refused_addresses()
    remove_old_deliveries()


@shared_task(name="sanctioning.forget_what_has_served")
def forget_what_has_served() -> None:
    forget_done_jobs()
    forget_ended_sessions()


@worker_ready.connect
def ring_at_start(**_: Any) -> None:
    """What was sent while no worker was there is taken up at once."""
    ring_again.delay()
