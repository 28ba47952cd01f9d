// Swift modules cannot have submodules. These make `import os.log` and `import os.lock` work; each also imports the
// Swift module `os`.
