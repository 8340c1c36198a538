"""What every endpoint needs: who asks, how a refusal is answered, serializers read off dataclasses."""
