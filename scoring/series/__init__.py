"""Places of a series: computed from certified results alone, given and declined."""
