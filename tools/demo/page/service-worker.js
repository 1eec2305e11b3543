// Between the table's page and the table: each request of the page goes to the worker that runs the table, by way of
// the page around it. The files of the trial come from the browser's store.

/// <reference lib="webworker" />
/// <reference path="./messages.d.ts" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = new URL(worker.registration.scope);
/** Answers with these have no body. */
const EMPTY = new Set([204, 205, 304]);

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== scope.origin || !address.pathname.startsWith(scope.pathname)) return;
  if (request.mode === "navigate" && request.destination === "document") {
    event.respondWith(fetch(request).catch(() => stored(`${scope.href}index.html`)));
  } else if (address.href === `${scope.href}index.html`) {
    event.respondWith(fetch(request));
  } else if (address.pathname.startsWith(`${scope.pathname}demo/`)) {
    event.respondWith(stored(request));
  } else {
    event.respondWith(atTable(event, address));
  }
});

/** @param {Request | string} request */
const stored = async (request) => (await caches.match(request)) ?? fetch(request);

/** The table's answer.
 * @param {FetchEvent} event
 * @param {URL} address */
async function atTable(event, address) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const around = pages.filter((page) => page.frameType === "top-level" && page.url.startsWith(scope.href));
  /** @type {Demo.Ask} */
  const ask = {
    method: event.request.method,
    target: `/${address.pathname.slice(scope.pathname.length)}${address.search}`,
    headers: [...event.request.headers],
    body: await event.request.text(),
    client: event.resultingClientId || event.clientId,
    living: [...pages.map((page) => page.id), event.resultingClientId],
  };
  return new Promise((resolve) => {
    for (const page of around) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(response(data, port1));
      page.postMessage(ask, [port2]);
    }
  });
}

/** @param {Demo.Answer} answer
 * @param {MessagePort} port */
function response(answer, port) {
  const { status } = answer;
  const headers = new Headers(answer.headers);
  if (EMPTY.has(status)) return new Response(null, { status, headers });
  return new Response(answer.more ? stream(answer.body, port) : answer.body, { status, headers });
}

/** @param {Uint8Array} first
 * @param {MessagePort} port */
function stream(first, port) {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(into) {
      into.enqueue(first);
      port.onmessage = ({ data }) => (data === null ? into.close() : into.enqueue(encoder.encode(data)));
    },
    cancel: () => port.postMessage("leave"),
  });
}
