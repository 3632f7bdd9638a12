"""Terms: read from ``docs/glossary.yaml``, listed on a page, linked in the text of the others."""
