/** How long a page works without asking whether there is anything else to do, in ms. */
const slice = 8

/** Does the steps of a work in small slices, between which the page draws and answers. @returns what stops it */
export function inSlices(work: Iterator<unknown>): () => void {
  const goOn = (): void => {
    const end = performance.now() + slice
    while (performance.now() < end) {
      if (work.next().done) return
    }
    timer = setTimeout(goOn)
  }
  let timer = setTimeout(goOn)
  return () => clearTimeout(timer)
}
