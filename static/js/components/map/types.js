// Types of the data that a map is given.

/**
 * @typedef {[number, number]} Point
 * @typedef {{id: string, name: string, x: number, y: number, card: string, region: string}} Territory
 * @typedef {{a: string, b: string, type: string, wraps: boolean}} Route
 * @typedef {{width: number, height: number, land: Point[][][], territories: Territory[], routes: Route[],
 *   regions: {id: string, name: string, bonus: number}[]}} Ground
 * @typedef {{tile: string, seat: string, armies: number, units?: Record<string, number>}} Holding
 * @typedef {{pieces: Holding[], round: number, words?: number, phase?: string, active?: string | null, pool?: number,
 *   visit?: number, order?: string[], hand?: string[], hands?: Record<string, number | string[]>,
 *   capital?: string | null, mission?: string | null, capitals?: Record<string, string>,
 *   out?: string[], reserve?: Record<string, number>, money?: Record<string, number>, building?: Record<string, number>,
 *   truces?: Record<string, number>, offers?: Record<string, [number, number]>,
 *   unseen?: string[], counted?: string[],
 *   battle?: {from: string, to: string, dice: number} | null, to_act: string[]}} Position
 * @typedef {{do: string, at?: string, from?: string, to?: string, armies?: number[], dice?: number[], cards?: string[],
 *   seat?: string, rounds?: number[], unit?: string[],
 *   optional?: Record<string, any>}} Form
 * @typedef {{kind: string, [name: string]: any}} Step
 * @typedef {{number: number, round?: number, turn?: string, before: Position, after: Position, orders: [string, string][], events: Step[],
 *   story?: string[], told?: string[]}} Round
 * @typedef {{seat: string, order?: string | null, legal?: {forms?: Form[]}}} You
 * @typedef {{from: string, to: string, seat: string, plan?: boolean}} Arrow
 * @typedef {{position: Position, you?: You | null, last?: Round | null}} Live
 * @typedef {{line: number | null, text: string, level: string, code: string, said: string[]}} PreviewLine
 */

export {};
