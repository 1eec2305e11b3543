// Other ways out when board and game disagree.

import { ask, draw, onSnapshot } from "../state.js";
import { ui } from "../ui.js";

/** @type {Page.Doings} */
export const offerDoings = {
  offer: ({ kind }) => {
    ui.offer = kind;
    draw();
  },
  "offer-no": () => {
    ui.offer = null;
    draw();
  },
  "offer-yes": () => {
    const offer = ui.offer;
    ui.offer = null;
    return offer && ask({ kind: "take_offer", offer: /** @type {Page.Offer["kind"]} */ (offer) });
  },
};

/** The way out that is being thought about, with all that it means.
 * @param {Api.SnapshotForm} snapshot */
const offered = ({ offers }) => JSON.stringify(offers.find((offer) => offer.kind === ui.offer));

onSnapshot((fresh, before) => {
  if (before && offered(fresh) !== offered(before)) ui.offer = null;
});
