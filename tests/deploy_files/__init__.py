"""What stands in deploy/ for those who run the site: the image, compose, the chart, the scripts."""
