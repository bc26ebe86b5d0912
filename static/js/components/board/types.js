// Types of the data that the board is given.

/**
 * @typedef {{tile: string, seat: string, kind: "pawn" | "emperor", experience: number}} Piece
 * @typedef {{columns: number, rows: number, tiles: string[], pieces: Piece[], items: Record<string, string>,
 *   targets: Record<string, string[]>, throne?: string | null, reign?: [string, number], unseen?: string[]}} Position
 *   `unseen`: the territories of a map that fog hides
 * @typedef {Record<string, string[]>} Legal the tiles that each of the reader's pieces can go to
 * @typedef {Record<string, Legal>} Reach by seat: the tiles that each of its pieces can go to
 * @typedef {{piece: string, seat: string, kind: string, at: string | null, words: string}} Why
 *   a piece by its tile before a round, where it stands now, and why
 * @typedef {{seat: string, emperor?: string, dynasty?: string}} Seat
 * @typedef {{kind: string, repetition?: number, phase?: number, piece?: string, pieces?: string[], seat?: string,
 *   from_seat?: string, at?: string, to?: string, from?: string, taken?: string, tiles?: string[], becomes?: string,
 *   keeps?: string | null, item?: string, experience?: number, emperor?: boolean, rounds?: number}} Step
 * @typedef {{number: number, round?: number, turn?: string, before: Position, orders: [string, string][],
 *   events: Step[], after: Position, story?: string[], told?: string[], why?: Why[],
 *   standing?: Partial<Record<string, {pieces: number, fallen: boolean}>>}} Round
 * @typedef {{seat: string, order?: string | null, legal?: Legal, orders?: Arrow[]}} You
 *   in the lab `orders` are those of all seats
 * @typedef {Piece & {id: string, gone: boolean, settled: boolean}} Actor
 *   a piece of a frame; its id is the tile where it stood before the round
 * @typedef {{name: string, at: string}} Mark
 * @typedef {{from: string, to: string, seat: string}} Arrow
 * @typedef {{step: string, caption: string, actors: Actor[], marks: Mark[], arrows: Arrow[],
 *   items: Record<string, string>}} Frame
 */

export {};
