"""Diagrams as Mermaid reads them, and as a trace bears them out."""
