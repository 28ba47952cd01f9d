// Swift modules have no submodules. This one lets files say `import os.log`, which imports the Swift module `os` with it.
