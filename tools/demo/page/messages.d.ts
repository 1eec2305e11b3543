// What the three scripts of the trial send each other.

declare namespace Demo {
  type Texts = Record<string, string>;

  /** What the build wrote: every file of the trial with its size in bytes, and the texts of its own page by language. */
  type Build = { mark: string; files: Record<string, number>; texts: Record<string, Texts> };

  /** A request of the table's page. `client` is the page that asks, `living` are all pages that are open. */
  type Ask = {
    method: string;
    target: string;
    headers: [string, string][];
    body: string;
    client: string;
    living: string[];
  };

  /** The answer. `more`: it is a stream, and texts follow until null. */
  type Answer = { status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer>; more: boolean };

  /** What the page around the table sends its worker. */
  type ToWorker =
    { kind: "start"; address: string } | { kind: "ask"; id: number; ask: Ask } | { kind: "leave"; id: number };

  /** What the worker sends that page. */
  type FromWorker =
    | { kind: "ready" }
    | { kind: "unstored" }
    | { kind: "failed"; why: string }
    | { kind: "answer"; id: number; answer: Answer }
    | { kind: "news"; id: number; text: string | null };
}
