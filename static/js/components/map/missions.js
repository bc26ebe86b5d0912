// Secret missions in words, for battles that have them.
import { fill, gettext } from "../../core/i18n.js";

/** @type {Record<string, () => string>} */
const MISSIONS = {
  M1: () => gettext("hold North America and Africa"),
  M2: () => gettext("hold North America and Australia"),
  M3: () => gettext("hold Asia and South America"),
  M4: () => gettext("hold Asia and Africa"),
  M5: () => gettext("hold Europe, South America and a third region"),
  M6: () => gettext("hold Europe, Australia and a third region"),
  M7: () => gettext("own 24 territories"),
  M8: () => gettext("own 18 territories with two armies or more on each"),
};

/** Return what a mission asks for. @param {string} mission */
export function missionText(mission) {
  const known = MISSIONS[mission];
  if (known) return known();
  return fill(gettext("take the last territory of seat %(seat)s, or own 24 territories"), {
    seat: mission.slice(1).toUpperCase(),
  });
}
