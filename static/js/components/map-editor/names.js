// Names for territories that nobody has named yet: two or three syllables that read well in any language of the site.

const FIRST = ["Al", "Bra", "Cor", "Del", "Es", "Fen", "Gal", "Ham", "Is", "Kar", "Lor", "Mar", "Nor", "Or", "Per"];
const SECOND = ["va", "mi", "lo", "ri", "den", "ta", "sa", "go", "ne", "ba"];
const LAST = ["ra", "mar", "nia", "ford", "holm", "dor", "via", "stad", "lin"];

/**
 * Return a name that is not in use.
 * @param {Set<string>} used @param {number} number of the territories that there are
 */
export function inventName(used, number) {
  for (let turn = number; ; turn++) {
    const first = FIRST[(turn * 7) % FIRST.length];
    const second = turn % 3 ? SECOND[(turn * 3) % SECOND.length] : "";
    const round = Math.floor(turn / 450);
    const name =
      first + second + LAST[(turn * 4 + Math.floor(turn / 15)) % LAST.length] + (round ? ` ${round + 1}` : "");
    if (!used.has(name)) return name;
  }
}
