// Why hands cannot do something on the virtual board, as far as a picture of it shows. Pure.

/** The message about a gesture that the board has refused; null where the picture does not say why.
 * @param {Api.BenchForm} bench
 * @param {Api.Gesture} gesture
 * @returns {Api.MessageForm | null} */
export function refusalOf(bench, gesture) {
  switch (gesture.do) {
    case "put":
      return noRoom(bench, gesture.piece, gesture.square);
    case "stack":
      return underWorker(bench, gesture.square) ?? noStack(bench, gesture.square, gesture.dome);
    case "tap":
      return underWorker(bench, gesture.square);
    case "unstack":
      return underWorker(bench, gesture.square) ?? nothingThere(bench, gesture.square);
    default:
      return null;
  }
}

/**
 * @param {Api.BenchForm} bench
 * @param {string} name
 * @param {string} square
 */
function noRoom({ pieces, domes }, name, square) {
  const seat = pieces.find(({ piece }) => piece === name)?.seat;
  if (!seat) return null;
  if (pieces.some((other) => other.piece !== name && other.square === square)) {
    return message("put_worker", { seat, square });
  }
  return domes.includes(square) ? message("put_dome", { seat, square }) : null;
}

/**
 * @param {Api.BenchForm} bench
 * @param {string} square
 */
const underWorker = ({ pieces }, square) =>
  pieces.some((piece) => piece.square === square) ? message("under_worker", { square }) : null;

/**
 * @param {Api.BenchForm} bench
 * @param {string} square
 * @param {boolean} dome
 */
function noStack({ domes, levels }, square, dome) {
  if (domes.includes(square)) return message("on_dome", { square });
  return !dome && levels[square] === 3 ? message("full", { square }) : null;
}

/**
 * @param {Api.BenchForm} bench
 * @param {string} square
 */
const nothingThere = ({ domes, levels }, square) =>
  !domes.includes(square) && levels[square] === 0 ? message("empty", { square }) : null;

/**
 * @param {string} why
 * @param {Record<string, string>} args
 * @returns {Api.MessageForm}
 */
const message = (why, args) => ({ key: `bench.refused.${why}`, args });
