"""Messages whose days are over go, with their attempts and jobs, and secrets that sign no more."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.models import Job
from sanctioning.webhooks.models import Delivery, Webhook
from sanctioning.webhooks.services.sending_again import KEPT, REPLAY_JOB
from sanctioning.webhooks.services.taking_turns import DELIVERY_JOB


@transaction.atomic
def remove_old_deliveries(*, at: dt.datetime | None = None) -> None:
    at = moment(at)
    Delivery.objects.filter(over_at__lt=at - KEPT).delete()
    Job.objects.filter(kind__in=(DELIVERY_JOB, REPLAY_JOB), finished_at__lt=at - KEPT).delete()
    Webhook.objects.filter(old_secret_until__lt=at).update(old_secret="", old_secret_until=None)
