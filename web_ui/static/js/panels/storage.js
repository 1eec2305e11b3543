// What the table says of its storage: that it cannot write now, or that its journal was damaged.

import { button, el } from "../dom.js";
import { say, messageText } from "../text.js";

/** The game stands still, or the host has something to read.
 * @param {Api.SnapshotForm} snapshot */
export function storageTrouble({ unwritten, mended }) {
  return [
    unwritten &&
      el(
        "section",
        { class: "card wrong", "data-key": "unwritten" },
        el("p", { role: "alert" }, messageText(unwritten)),
      ),
    mended &&
      el(
        "section",
        { class: "card wrong", "data-key": "mended" },
        el("p", { role: "status" }, messageText(mended)),
        el("div", { class: "choices" }, button(say("storage.read"), "dismiss-mending")),
      ),
  ];
}
