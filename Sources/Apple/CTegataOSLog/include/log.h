// Swift modules cannot have submodules. This one makes `import os.log` work; it also imports the Swift module `os`.
