"""Where Django finds the models of the authority; whoever wants one imports it from its package."""

# ruff: noqa: F401

import sanctioning.accounts.models.account
import sanctioning.accounts.models.api_token
import sanctioning.accounts.models.provider_sign_in
import sanctioning.bars.models
import sanctioning.clubs.models
import sanctioning.doctor.models
import sanctioning.fees.models
import sanctioning.kit.audit.models
import sanctioning.kit.installation.models
import sanctioning.kit.jobs.models
import sanctioning.kit.messages.models
import sanctioning.kit.sent_once.models
import sanctioning.kit.sequences.models
import sanctioning.law.models.levels
import sanctioning.law.models.versions
import sanctioning.offices.models.executor
import sanctioning.offices.models.office
import sanctioning.people.models.identity
import sanctioning.people.models.own_data
import sanctioning.people.models.person
import sanctioning.people.models.provisional
import sanctioning.sanctions.models
import sanctioning.setting_up.models
import sanctioning.signing.models
import sanctioning.webhooks.models
