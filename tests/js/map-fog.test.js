import { Scene } from "/static/js/components/map/scene.js";
import { renderFog } from "/static/js/components/map/fog.js";
import { same } from "./check.js";

/** @type {import("/static/js/components/map/types.js").Ground} */
const GROUND = {
  width: 300,
  height: 200,
  land: [],
  territories: ["ash", "birch"].map((id, at) => ({ id, name: id, x: 60 + 180 * at, y: 100, card: "", region: "" })),
  routes: [{ a: "ash", b: "birch", type: "land", wraps: false }],
  regions: [],
};
const NAMES = { a: "Ann", b: "Ben" };
const PIECES = [{ tile: "ash", seat: "a", armies: 3 }];

function createScene() {
  return new Scene(GROUND, "map", "", "fog-test");
}

export function whatIsNotSeenIsHatchedAndMarked() {
  const scene = createScene();
  renderFog(scene, { unseen: ["birch"], counted: ["a"] });
  same(scene.root.querySelectorAll(".map-fog path").length, 1);
  same(scene.armies.get("birch")?.querySelector(".map-unknown")?.textContent, "?");
  same(scene.armies.get("ash")?.querySelector(".map-unknown"), null);
  same(scene.cells.get("birch")?.getAttribute("aria-label"), "birch: not seen");
  renderFog(scene, {});
  same(scene.root.querySelectorAll(".map-fog path, .map-unknown").length, 0);
}

export function theFogLiftsWhereEverythingIsSeen() {
  const scene = createScene();
  renderFog(scene, { unseen: ["birch"], counted: ["a"] });
  scene.renderArmies({ pieces: PIECES }, NAMES);
  same(scene.cells.get("birch")?.getAttribute("aria-label"), "birch: nobody’s");
}

export function totalsThatAreNotKnownAreNotShown() {
  const list = document.createElement("ul");
  list.dataset.standings = "";
  list.innerHTML = '<li data-seat="a"><b>Ann</b> 1 territory</li><li data-seat="b" data-gone><b>Ben</b> 0 territories</li>';
  document.body.append(list);
  renderFog(createScene(), { unseen: ["birch"], counted: ["a"] });
  same([...list.children].map(({ textContent }) => textContent), ["Ann 1 territory", "Ben not seen"]); // prettier-ignore
  same(list.lastElementChild?.hasAttribute("data-gone"), false);
  list.remove();
}
