import type { PageChunk } from './pdf-answer.ts'

/** Steps by the library's own numbers (its `OPS`): with the list would come all of its page's side. */
const steps = {
  dependency: 1,
  /** The library does nothing at it. */
  nothing: 7,
  setState: 9,
  save: 10,
  restore: 11,
  beginContent: 70,
  beginForm: 74,
  endForm: 75,
  beginGroup: 76,
  endGroup: 77,
}
/** Groups have a canvas of the page's size each: so many in each other, and so many of a page. */
const deepest = 12
const mostGroups = 300

/** What the library knows of a group when it draws it. */
interface Group {
  bbox?: ArrayLike<number> | null
  smask?: unknown
  isolated?: boolean
  needsIsolation?: boolean
  hasSoftMask?: boolean
  isGray?: boolean
  knockout?: boolean
}

interface Begun {
  /** On a canvas of its own; on the one around it, as the library has it or because it is left out; or not at all. */
  as: 'canvas' | 'plain' | 'left' | 'hidden'
  /** States that were saved before it. */
  saved: number
}

/** A part of a page, and the place of a step in it. */
interface Step {
  chunk: Required<PageChunk>
  at: number
}

/** Counts the canvases of a page's groups, and draws on the page what would have too many. */
export function pageGroups() {
  const open: Begun[] = []
  const state = drawnThrough()
  let canvases = 0
  let groups = 0
  /** Of a group that is left out: the form that follows is cut off there. */
  let clip: Group['bbox'] = null

  const begin = (group: Group): Begun['as'] => {
    if (open.at(-1)?.as === 'hidden') return 'hidden'
    // In a group that knocks out each line and letter has a canvas of its own.
    group.knockout = false
    if (state.isPlain() && isDrawnInPlace(group)) return 'plain'
    if (canvases < deepest && ++groups <= mostGroups) return 'canvas'
    // A mask is black and white, and no part of the page.
    return group.smask ? 'hidden' : 'left'
  }
  const beginGroup = (step: Step): boolean => {
    const [group = {}] = argsOf(step) as [Group?]
    const as = begin(group)
    state.save()
    open.push({ as, saved: state.saved() })
    if (as === 'canvas') {
      canvases++
      state.startAnew()
    }
    if (as === 'left') {
      replace(step, steps.save)
      clip = group.bbox
    }
    if (as === 'hidden') replace(step, steps.nothing)
    return as === 'left' || as === 'hidden'
  }
  const restore = (): void => state.restore(open.at(-1)?.saved ?? 0)
  const endGroup = (step: Step): void => {
    const { as } = open.pop() ?? {}
    restore()
    if (as === 'canvas') canvases--
    if (as === 'left') replace(step, steps.restore)
    if (as === 'hidden') replace(step, steps.nothing)
  }
  const beginForm = (step: Step): void => {
    state.save()
    const [matrix, bbox] = argsOf(step)
    if (clip) step.chunk.argsArray[step.at] = [matrix, bbox ?? clip]
    clip = null
  }
  const others = new Map<number | undefined, (step: Step) => void>([
    [steps.endGroup, endGroup],
    [steps.save, state.save],
    [steps.restore, restore],
    [steps.beginForm, beginForm],
    [steps.endForm, restore],
    [steps.setState, (step) => state.set(argsOf(step)[0])],
    [steps.beginContent, (step) => argsOf(step)[0] === 'OC' && state.beginLayer()],
  ])

  return {
    /** @returns whether something is drawn otherwise */
    pass: (step: Step): boolean => {
      const fn = step.chunk.fnArray[step.at]
      if (fn === steps.beginGroup) return beginGroup(step)
      if (fn === steps.endGroup || open.at(-1)?.as !== 'hidden') others.get(fn)?.(step)
      // What a picture waits for is said once, and may be needed further down.
      else if (fn !== steps.dependency) replace(step, steps.nothing)
      return false
    },
  }
}

/** As the library decides it, for a group that nothing around it is drawn through. */
const isDrawnInPlace = ({ needsIsolation, isolated, hasSoftMask, isGray, smask }: Group): boolean =>
  (!needsIsolation || (!isolated && !hasSoftMask)) && !isGray && !smask

type Through = ReadonlySet<string>
const nothing: Through = new Set()
const plainValues = new Map<string, unknown>([
  ['ca', 1],
  ['BM', 'source-over'],
  ['SMask', false],
])

/** Whether what is drawn goes through an alpha, a blend or a mask: a group there has a canvas of its own. */
function drawnThrough() {
  let through: Through = nothing
  const saved: Through[] = []
  /** What the library has in its state can no longer be told: each group is taken for one with a canvas. */
  let isUnclear = false
  return {
    isPlain: (): boolean => through.size === 0 && !isUnclear,
    saved: (): number => saved.length,
    save: (): void => {
      saved.push(through)
    },
    restore: (leastSaved: number): void => {
      // More ends in a group than was begun there.
      if (saved.length <= leastSaved) isUnclear = true
      else through = saved.pop() ?? nothing
    },
    startAnew: (): void => {
      through = nothing
    },
    set: (states: unknown): void => {
      const after = new Set(through)
      for (const [key, value] of (Array.isArray(states) ? states : []) as [string, unknown][]) {
        if (!plainValues.has(key)) continue
        if (value === plainValues.get(key)) after.delete(key)
        else after.add(key)
      }
      through = after
    },
    /** Forms save nothing in a layer that is switched off. */
    beginLayer: (): void => {
      isUnclear = true
    },
  }
}

const argsOf = ({ chunk, at }: Step): unknown[] => (chunk.argsArray[at] ?? []) as unknown[]

function replace({ chunk, at }: Step, fn: number): void {
  chunk.fnArray[at] = fn
  chunk.argsArray[at] = null
}
