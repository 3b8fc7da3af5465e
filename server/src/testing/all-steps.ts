/** What work that may be left between its steps comes to, all of them in one go. */
export function allSteps<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
