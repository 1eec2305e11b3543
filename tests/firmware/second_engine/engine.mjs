// Runs the firmware of an emulated Pico under MicroPython's WebAssembly build: node engine.mjs PACKAGE HARDWARE FOLDER...
// The files of the folders are put into its file system, later ones over earlier ones. Everything waits here: there is
// one program, and it is the firmware.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packageFolder, hardware, ...folders] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(path.join(packageFolder, 'micropython.mjs')).href);
const side = JSON.parse(fs.readFileSync(hardware)).side;
const never = new Int32Array(new SharedArrayBuffer(4));

/** Try something on a descriptor that may not be ready; null if it is not. */
const ifReady = (attempt) => {
  try {
    return attempt();
  } catch (error) {
    if (error.code === 'EAGAIN') return null;
    throw error;
  }
};

/** Read up to so many bytes as hexadecimal: empty if nothing is there, null at the end. */
const read = (descriptor, size) => {
  const buffer = Buffer.alloc(size);
  const count = ifReady(() => fs.readSync(descriptor, buffer, 0, size));
  return count === 0 ? null : buffer.subarray(0, count ?? 0).toString('hex');
};

globalThis.wire = {
  read: () => read(0, 64),
  write: (data) => ifReady(() => fs.writeSync(1, Buffer.from(data, 'hex'))) ?? 0,
  readSide: (size) => read(side, size),
  writeSide: (data) => fs.writeSync(side, Buffer.from(data, 'hex')),
  wait: (ms) => { Atomics.wait(never, 0, 0, ms); },
  hardware: fs.readFileSync(hardware, 'utf-8'),
};

const micropython = await loadMicroPython({ heapsize: 192 * 1024, stdout: (line) => process.stderr.write(`${line}\n`) });
for (const folder of folders)
  {for (const name of fs.readdirSync(folder))
    {if (fs.statSync(path.join(folder, name)).isFile())
      {micropython.FS.writeFile(`/${name}`, fs.readFileSync(path.join(folder, name)));}}}
micropython.runPython(`
import sys
sys.path[:] = ["/"]
import main
main.main()
`);
