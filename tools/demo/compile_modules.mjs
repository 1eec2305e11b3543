// Compiles all modules below some folders for the Python of Pyodide: node tools/demo/compile_modules.mjs FOLDER...
// Source files are replaced by what was compiled, so that the browser need not do it at each start.

import { loadPyodide } from "pyodide";

const python = await loadPyodide();
for (const folder of process.argv.slice(2)) {
  python.FS.mkdirTree(`/modules${folder}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, `/modules${folder}`);
}
python.runPython(`
import compileall
from pathlib import Path
from py_compile import PycInvalidationMode

if not compileall.compile_dir(
    "/modules", maxlevels=40, quiet=1, legacy=True, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH
):
    raise SystemExit("a module cannot be compiled")
for source in Path("/modules").rglob("*.py"):
    source.unlink()
`);
