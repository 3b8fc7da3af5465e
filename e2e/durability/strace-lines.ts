/** One finished system call of `strace -f -ttt -T -yy`. */
export interface SystemCall {
  pid: number
  name: string
  /** Everything between the brackets. */
  args: string
  /** What it answered, e.g. `0` or `12`. */
  result: string
  /** Seconds since 1970: when it began, and when it ended. */
  began: number
  ended: number
}

/**
 * Reads the output of strace; calls that were interrupted by another thread's line are put together again.
 * Calls that never ended are left out. In the order of their ends.
 */
export function readStrace(text: string): SystemCall[] {
  const open = new Map<string, Begun>()
  const calls = text.split('\n').flatMap((line) => {
    const head = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line)
    if (!head) return []
    const [, pid = '', time = '', rest = ''] = head
    const begun = /^(\w+)\((.*) <unfinished \.\.\.>$/.exec(rest)
    if (begun) {
      open.set(`${pid} ${begun[1]}`, { began: Number(time), args: begun[2] ?? '' })
      return []
    }
    const call = finished(rest, (name) => open.get(`${pid} ${name}`))
    if (!call) return []
    const began = call.began ?? Number(time)
    return [{ ...call, pid: Number(pid), began, ended: began + call.took }]
  })
  return calls.sort((a, b) => a.ended - b.ended)
}

interface Begun {
  began: number
  args: string
}

/** `fsync(3</a>) = 0 <0.000010>` or `<... fsync resumed>) = 0 <0.000010>`. */
function finished(rest: string, begunOf: (name: string) => Begun | undefined) {
  const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest)
  const name = resumed?.[1] ?? /^(\w+)\(/.exec(rest)?.[1]
  if (!name) return null
  const begun = resumed ? begunOf(name) : undefined
  const whole = resumed ? `${begun?.args ?? ''}${resumed[2]}` : rest.slice(name.length + 1)
  const parsed = /^(.*)\) += (\S+)(?: .*)? <([\d.]+)>$/.exec(whole)
  if (!parsed) return null
  const [, args = '', result = '', took = '0'] = parsed
  return { name, args, result, began: begun?.began, took: Number(took) }
}
