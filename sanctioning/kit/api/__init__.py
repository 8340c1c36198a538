"""What every endpoint needs: who asks, how a refusal is answered, serializers read off dataclasses.

Invariants: who is refused gets the sentence, the rule and the remedy of the page, as JSON; nothing of a
body that could not be read reaches a serializer.
"""
