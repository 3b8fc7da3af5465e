/** Between two looks at something that will come. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))

export const isOver = (since: number, limitMs: number): boolean =>
  performance.now() - since > limitMs

/** Looks until it is so. @throws with `what` after a minute */
export async function untilTrue(what: string, look: () => Promise<boolean>): Promise<void> {
  const since = performance.now()
  while (!(await look())) {
    if (isOver(since, 60_000)) throw new Error(`${what} did not come`)
    await pause()
  }
}
