/** What a browser works for when it lays a text out (UAX #9, shaping), beside its length. */
export interface TextWeight {
  /** Changes between the two directions, and characters that command one. */
  turns: number
  /** Changes between scripts: each stretch is shaped by itself. */
  runs: number
  /** Marks on letters that have enough of them. */
  stacked: number
  /** The longest stretch without a blank in a script whose letters join: it is shaped as one, again at each line. */
  word: number
  /** Those that keep their width: each is a piece by itself. */
  blanks: number
}

export const noWeight = (): TextWeight => ({ turns: 0, runs: 0, stacked: 0, word: 0, blanks: 0 })

/** What people write: left to right, right to left, Chinese and its neighbours, scripts of joined letters. */
type Script = 'left' | 'right' | 'wide' | 'joined'

const mark = /\p{M}/u
/** An honest letter has no more. */
const mostMarks = 4

interface Weigher {
  /** One UTF-16 unit. */
  add(code: number): void
  weight: TextWeight
}

/** Weighs a text unit by unit, in one pass. */
export function weigher(): Weigher {
  const weight = noWeight()
  const state: State = { last: null, word: 0, marks: 0, faces: 0, before: null, weight }
  return { add: (code) => addUnit(state, code), weight }
}

interface State {
  last: Script | null
  word: number
  marks: number
  /** Joined to one another so far. */
  faces: number
  before: 'join' | 'second half' | null
  weight: TextWeight
}

function addUnit(state: State, code: number): void {
  const { weight } = state
  if (code === 0x09 || code === 0xa0) weight.blanks++
  if (code <= 0x20 || code === 0x3000) {
    state.word = 0
    return
  }
  if (commands.has(code)) weight.turns++
  if (code >= 0x300 && code < 0x2e80 && mark.test(String.fromCharCode(code))) {
    if (++state.marks > mostMarks) weight.stacked++
    return
  }
  state.marks = 0
  joinFaces(state, code)
  const script = scriptOf(code)
  if (script !== null) addLetter(state, script)
}

/** Faces and families are joined one by one: a row of thousands is one letter without an end. */
function joinFaces(state: State, code: number): void {
  const isFirstHalf = code >= 0xd800 && code < 0xdc00
  const isSecondHalf = code >= 0xdc00 && code < 0xe000
  const joins = code === 0x200d && state.before === 'second half'
  const goesOn = joins || isSecondHalf || (isFirstHalf && state.before === 'join')
  if (!goesOn) state.faces = 0
  if (joins) state.faces++
  state.before = joins ? 'join' : isSecondHalf ? 'second half' : null
  state.weight.word = Math.max(state.weight.word, state.faces)
}

function addLetter(state: State, script: Script): void {
  const { last, weight } = state
  if (last !== null && script !== last) {
    weight.runs++
    if (script === 'right' || last === 'right') weight.turns++
  }
  state.last = script
  state.word = script === 'right' || script === 'joined' ? state.word + 1 : 0
  if (state.word > weight.word) weight.word = state.word
}

/** Marks, embeddings, overrides and isolates. */
const commands = new Set([
  ...[0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2066, 0x2067, 0x2068, 0x2069],
])

/** Up to which character which script goes; null for what has no direction of its own: digits, punctuation. */
const scripts: readonly (readonly [below: number, script: Script | null])[] = [
  [0x41, null],
  [0x5b, 'left'],
  [0x61, null],
  [0x7b, 'left'],
  [0xc0, null],
  [0x590, 'left'],
  [0x900, 'right'],
  [0x1d00, 'joined'],
  [0x2000, 'left'],
  [0x2e80, null],
  [0xd802, 'wide'],
  // Of the supplementary planes a part is written from right to left; the second half of each counts nothing.
  [0xd804, 'right'],
  [0xd83a, 'wide'],
  [0xd83c, 'right'],
  [0xdc00, 'wide'],
  [0xe000, null],
  [0xfb1d, 'wide'],
  [0xfe00, 'right'],
  [0xfe70, 'wide'],
  [0xfeff, 'right'],
]

const scriptOf = (code: number): Script | null => {
  const found = scripts.find(([below]) => code < below)
  return found ? found[1] : 'wide'
}
