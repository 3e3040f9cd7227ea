"""Screenshots of the editor: every dock, popover and dialog, in both themes, at 100 % and 200 %; and those of the tutorial.

    python -m docs.tools.screenshots [FOLDER] [NAME ...]      (default folder: build/screenshots)
    python -m docs.tools.screenshots.tutorial                 (into docs/images/tutorial)

Works without a screen. Each theme and size runs in a separate process: Qt reads the scale once. MARS_SHOTS=light1,dark2 takes
only those, and MARS_LANGUAGE=ru takes them in Russian.
"""
