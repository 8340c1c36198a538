"""Fields of a format as fields of a form."""

from __future__ import annotations

from django import forms

from tournaments.formats.fields import Field


def form_field(field: Field) -> forms.Field:
    """The form's field; what is typed is read by `read_fields` or by the plan of the format."""
    control = _of_kind(field)
    control.label, control.help_text, control.required = field.label, field.help, field.needed
    control.widget.is_required = field.needed
    control.initial = field.initial or None
    if field.missing:
        control.error_messages["required"] = field.missing
    return control


def _of_kind(field: Field) -> forms.Field:
    if field.kind == "choice":
        return forms.ChoiceField(choices=[*([] if field.needed else [("", "–")]), *field.choices])
    if field.kind == "whole":
        return forms.IntegerField(min_value=field.least, max_value=field.most)
    if field.kind == "lines":
        return forms.CharField(max_length=field.most, widget=forms.Textarea(attrs={"rows": 12}))
    return forms.CharField(max_length=field.most)
