// Says in one line that the page does not work, and where to report it. It is no module and uses nothing new, so that it
// also runs in a browser that is too old for the others, or when one of them cannot be loaded. Its words come with it.

{
  const { failed = "" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  let said = false;

  /** @param {string} what */
  const say = (what) => {
    if (said) return;
    said = true;
    const line = document.createElement("p");
    line.className = "failed";
    line.setAttribute("role", "alert");
    line.textContent = failed.replace("{detail}", what);
    document.body.insertBefore(line, document.body.firstChild);
  };

  window.addEventListener(
    "error",
    (event) => {
      const script = event.target instanceof HTMLScriptElement ? event.target.src : "";
      if (event.message || script) say(event.message || script);
    },
    true, // what cannot be loaded is told to nobody else
  );
  window.addEventListener("unhandledrejection", (event) => say(String(event.reason)));
  if (!("noModule" in HTMLScriptElement.prototype)) say("no JavaScript modules");
}
