// The languages that the page can be shown in.

/** Each language by its own name.
 * @type {Record<string, string>} */
export const LANGUAGES = JSON.parse(document.body.dataset.languages ?? "{}");
