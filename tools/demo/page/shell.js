// The page around the table: loads the trial, starts the table in a worker, and passes the table's own page its answers.

/// <reference path="./messages.d.ts" />

const MB = 1_000_000;
const SCOPE = new URL("../../", import.meta.url);
const HERE = new URL("./", import.meta.url);
/** The data folder of the table in the browser's store. */
const STORED = "/thera-demo";
const PACKED = ".packed";
/** @type {Record<string, string>} */
const TYPES = { json: "application/json", mjs: "text/javascript", wasm: "application/wasm" };
const LANGUAGE = /(?:^|; )thera_language=(\w+)/;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const table = /** @type {HTMLIFrameElement} */ (part("table"));
const bar = /** @type {HTMLProgressElement} */ (part("bar"));

/** @type {Demo.Build} */
let build;

/** The language that was chosen at the table, else one of those that the browser asks for, else English. */
function language() {
  const asked = [LANGUAGE.exec(document.cookie)?.[1], ...navigator.languages.map((each) => each.split("-")[0])];
  return asked.find((each) => each && each in build.texts) ?? "en";
}

/** @param {string} key
 * @param {Record<string, string>} [values] */
function say(key, values = {}) {
  const text = build.texts[language()][`demo.${key}`];
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Says what the trial is, in the language of now. */
function introduce() {
  document.documentElement.lang = language();
  document.title = say("title");
  part("about").textContent = say("about");
}

/** A file of this build. Large ones are sent packed, since not every web server compresses what it sends.
 * @param {string} name */
async function loaded(name) {
  const answer = await fetch(new URL(name, HERE), { cache: "no-store" });
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  if (!name.endsWith(PACKED)) return answer;
  const type = TYPES[name.replace(PACKED, "").split(".").at(-1) ?? ""];
  const unpacked = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "Content-Type": type } });
}

/** The files of this build in the browser's store, so that the trial also starts without a network. */
async function loadFiles() {
  const store = await caches.open(`thera-demo-${build.mark}`);
  const all = Object.values(build.files).reduce((sum, size) => sum + size, 0);
  let done = 0;
  for (const [name, size] of Object.entries(build.files)) {
    const address = new URL(name.replace(PACKED, ""), HERE).href;
    if (!(await store.match(address))) await store.put(address, await loaded(name));
    done += size;
    bar.value = done / all;
    part("progress").textContent = say("loading", { done: (done / MB).toFixed(1), all: (all / MB).toFixed(1) });
  }
  await store.add(new URL("build.json", HERE));
  await store.add(new Request(new URL("index.html", SCOPE), { cache: "no-cache" })).catch((error) => {
    if (!(error instanceof TypeError)) throw error; // no network: the page of the last visit stays
  });
  const old = (await caches.keys()).filter((name) => name.startsWith("thera-demo-") && !name.endsWith(build.mark));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A service worker that passes this page the requests of the pages below it. */
async function register() {
  const claimed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  await navigator.serviceWorker.register(new URL("service-worker.js", SCOPE));
  if (!navigator.serviceWorker.controller) await claimed;
}

/** Starts the table; gives its worker once it answers.
 * @returns {Promise<Worker>} */
function startTable() {
  part("progress").textContent = say("starting");
  bar.removeAttribute("value");
  const worker = new Worker(new URL("table-worker.js", import.meta.url), { type: "module" });
  worker.postMessage(/** @type {Demo.ToWorker} */ ({ kind: "start", address: SCOPE.href }));
  return new Promise((resolve, reject) => {
    worker.addEventListener("error", (event) => reject(new Error(event.message)), { once: true });
    worker.addEventListener("message", (/** @type {MessageEvent<Demo.FromWorker>} */ { data }) => {
      if (data.kind === "ready") resolve(worker);
      if (data.kind === "failed") reject(new Error(data.why));
      if (data.kind === "unstored") part("about").append(` ${say("not_stored")}`);
    });
  });
}

/** Passes requests to the worker, and its answers back. The cookies of the table are those of this page.
 * @param {Worker} worker */
function serve(worker) {
  /** @type {Map<number, MessagePort>} */
  const waiting = new Map();
  let last = 0;

  navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }) => {
    const id = (last += 1);
    /** @type {Demo.Ask} */
    const ask = { ...data, headers: [...data.headers, ["Cookie", document.cookie]] };
    waiting.set(id, port);
    port.onmessage = () => worker.postMessage(/** @type {Demo.ToWorker} */ ({ kind: "leave", id }));
    worker.postMessage(/** @type {Demo.ToWorker} */ ({ kind: "ask", id, ask }));
  });
  navigator.serviceWorker.startMessages();

  worker.addEventListener("message", (/** @type {MessageEvent<Demo.FromWorker>} */ { data }) => {
    if (data.kind === "answer") {
      const headers = data.answer.headers.filter(([name, value]) => !keptCookie(name, value));
      waiting.get(data.id)?.postMessage({ ...data.answer, headers }, [data.answer.body.buffer]);
      if (!data.answer.more) waiting.delete(data.id);
    } else if (data.kind === "news") {
      waiting.get(data.id)?.postMessage(data.text);
      if (data.text === null) waiting.delete(data.id);
    }
  });
}

/** Whether a header of an answer is a cookie, which is then stored: the browser only does so for answers of a server.
 * @param {string} name
 * @param {string} value */
function keptCookie(name, value) {
  if (name.toLowerCase() !== "set-cookie") return false;
  document.cookie = value.replace(/; *HttpOnly/i, "");
  return true;
}

/** @param {string} text */
function stop(text) {
  part("progress").textContent = text;
  bar.hidden = true;
}

async function run() {
  build = await (await fetch(new URL("build.json", HERE))).json();
  introduce();
  if (!navigator.serviceWorker || typeof WebAssembly !== "object") return stop(say("unsupported"));
  return navigator.locks.request("thera-demo", { ifAvailable: true }, async (lock) => {
    if (!lock) return stop(say("other_tab"));
    try {
      await register();
      await loadFiles();
      serve(await startTable());
    } catch (error) {
      stop(say("failed", { why: String(error instanceof Error ? error.message : error) }));
      offerAfresh();
      return undefined;
    }
    table.src = new URL("board", SCOPE).href;
    table.hidden = false;
    table.addEventListener("load", introduce);
    part("progress").parentElement?.setAttribute("hidden", "");
    return new Promise(() => {}); // holds the lock for as long as the page is open
  });
}

/** A stored game that cannot be read must not lock anybody out. */
function offerAfresh() {
  const button = part("afresh");
  button.textContent = say("afresh");
  button.hidden = false;
  button.addEventListener("click", () => {
    indexedDB.deleteDatabase(STORED);
    location.reload();
  });
}

run();
