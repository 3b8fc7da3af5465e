/**
 * The longest turn of the main loop while some work is done, in ms of the processor: waiting for one on a machine with much else
 * to do is nobody's fault.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let seen = cpuMs()
  let isOver = false
  const look = (): void => {
    const now = cpuMs()
    longest = Math.max(longest, now - seen)
    seen = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
    // The turn in which it ended counts, too.
    await new Promise((resolve) => setImmediate(resolve))
    return longest
  } finally {
    isOver = true
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
