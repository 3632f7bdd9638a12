"""``make audit``: the finished site, weighed and judged by Lighthouse on a phone's terms."""
