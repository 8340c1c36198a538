"""What is done with a level or a type of sanctions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from sanctioning.kit.commands import Command, Commands, sent_as
from sanctioning.law.models.levels import Category
from sanctioning.law.services.levels import bring_back_category, rename_category, retire_category


@dataclass(frozen=True, slots=True)
class CategoryAct:
    name: str = sent_as(serializers.CharField(required=False, default="", max_length=80), "")


CATEGORY_COMMANDS: Final = Commands[Category, CategoryAct, Category](
    CategoryAct,
    {
        "rename": Command(
            lambda by, category, asked: rename_category(by=by, category=category, name=asked.name),
            lambda category: _("It is now called “%(name)s”.") % {"name": category.name},
        ),
        "retire": Command(
            lambda by, category, asked: retire_category(by=by, category=category),
            lambda category: _("“%(name)s” is retired.") % {"name": category},
        ),
        "bring-back": Command(
            lambda by, category, asked: bring_back_category(by=by, category=category),
            lambda category: _("“%(name)s” is in use again.") % {"name": category},
        ),
    },
)
