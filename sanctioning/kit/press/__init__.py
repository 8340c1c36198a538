"""From the HTML of a paper to the bytes of a PDF; the same facts give the same bytes."""
