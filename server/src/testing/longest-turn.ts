/**
 * What part of the processor's time of some work the longest turn of the main loop took, 0 to 1: no machine is too slow for
 * that, nor one with much else to do.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  const began = cpuMs()
  let seen = began
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
    return longest / (cpuMs() - began)
  } finally {
    isOver = true
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
