/** A text without accents and capitals, so that it does not matter how a word is typed.
 * @param {string} text */
export const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
