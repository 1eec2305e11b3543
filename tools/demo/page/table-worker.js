// The table itself: Python in the browser, which answers requests and scans the virtual board.

/// <reference lib="webworker" />
/// <reference path="./messages.d.ts" />

const SCAN_MS = 40;
const STORE_MS = 2000;
const PROGRAM = "/thera";
const DATA = "/thera-demo";

/** @typedef {{listening: boolean, step(): void, leave(stream: number): void,
 *   answer(method: string, target: string, headers: string, body: string): any}} Table */

/** @type {Table} */
let table;
/** @type {() => Promise<void>} */
let store = async () => {};
/** @type {Map<number, {id: number, client: string}>} by the table's number of a stream: which request it answers. */
const streams = new Map();

/** @param {Demo.FromWorker} message
 * @param {Transferable[]} [given] */
const tell = (message, given = []) => postMessage(message, { transfer: given });

/** @param {string} address */
async function start(address) {
  const at = new URL("./pyodide/", import.meta.url);
  /** @type {typeof import("pyodide")} */
  const { loadPyodide } = await import(`${at}pyodide.mjs`);
  const [python, program] = await Promise.all([
    loadPyodide({ indexURL: at.href }),
    fetch(new URL("thera.zip", import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  await openStorage(python);
  python.unpackArchive(program, "zip", { extractDir: PROGRAM });
  python.runPython(`import sys; sys.path.insert(0, "${PROGRAM}")`);
  table = python.pyimport("tools.demo.table_in_tab").TableInTab(DATA, address, news);
  setInterval(() => table.listening && table.step(), SCAN_MS);
  setInterval(store, STORE_MS);
  tell({ kind: "ready" });
}

/** Loads the data folder from the browser's store, and stores it there from now on. A browser need not allow it, as in
 * a private window; the page then says so.
 * @param {import("pyodide").PyodideAPI} python */
async function openStorage({ FS }) {
  FS.mkdirTree(DATA);
  FS.mount(FS.filesystems.IDBFS, {}, DATA);
  /** @param {boolean} load */
  const sync = (load) =>
    new Promise((resolve, reject) =>
      FS.syncfs(load, (/** @type {unknown} */ error) => (error ? reject(error) : resolve(null))),
    );
  const unstored = () => {
    store = async () => {};
    tell({ kind: "unstored" });
  };
  let storing = false;
  let again = false;
  store = async () => {
    again = true;
    if (storing) return;
    storing = true;
    while (again) {
      again = false;
      await sync(false).catch(unstored);
    }
    storing = false;
  };
  await sync(true).catch(unstored);
}

/** @param {number} stream
 * @param {string | undefined} text */
function news(stream, text) {
  const asked = streams.get(stream);
  if (!asked) return;
  if (text === undefined) streams.delete(stream);
  tell({ kind: "news", id: asked.id, text: text ?? null });
}

/** @param {number} id
 * @param {Demo.Ask} ask */
function answer(id, ask) {
  const living = new Set(ask.living);
  for (const [stream, { client }] of streams) if (!living.has(client)) leave(stream);
  const answered = table.answer(ask.method, ask.target, JSON.stringify(ask.headers), ask.body);
  const [said, body] = answered.toJs();
  answered.destroy();
  const { status, headers, stream } = JSON.parse(said);
  if (stream !== null) streams.set(stream, { id, client: ask.client });
  tell({ kind: "answer", id, answer: { status, headers, body, more: stream !== null } }, [body.buffer]);
  if (ask.method === "POST") void store();
}

/** @param {number} stream */
function leave(stream) {
  streams.delete(stream);
  table.leave(stream);
}

addEventListener("message", async (/** @type {MessageEvent<Demo.ToWorker>} */ { data }) => {
  if (data.kind === "start") {
    await start(data.address).catch((error) =>
      tell({ kind: "failed", why: String(error.message).trim().split("\n").at(-1) ?? "" }),
    );
  } else if (data.kind === "ask") {
    answer(data.id, data.ask);
  } else {
    for (const [stream, { id }] of streams) if (id === data.id) leave(stream);
  }
});
