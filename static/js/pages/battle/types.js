// Types of the state of a battle that the server sends.

/**
 * @typedef {{order: string, round?: number, step?: number, sequence?: number, version?: number, given_at?: string,
 *   commitment?: string}} Receipt
 * @typedef {import("../../components/board/types.js").Round} Round
 * @typedef {{name: string, title: string, text: string, tile: string}} Hint
 * @typedef {object} BattleState
 * @property {{code: string, title: string, status: string, round: number, turn: string, step: number, rounds_closed: number,
 *   deadline: string | null, now: string}} tournament
 * @property {{seat: string, order: string | null, receipt: Receipt | null, legal: Record<string, string[]>, queued?: string[],
 * next?: {position: import("../../components/board/types.js").Position, legal: Record<string, string[]>} | null} |
 * null} you
 * @property {{seat: string, emperor: string, ready: boolean, asleep: boolean, to_act: boolean, fallen: boolean, pieces: number | null}[]} seats
 * @property {import("../../components/board/types.js").Position} position
 * @property {import("../../components/board/types.js").Reach} reach
 * @property {Round[]} rounds
 * @property {{state: string, title: string, text: string, thinks: string, until?: string}} bar what the bar
 *   says
 * @property {{now: Hint, chosen: Hint | null} | null} [coach] what a first battle points at
 * @property {{words: string, progress: string}[]} aims what wins, with how far the reader is
 */

export {};
