/** In a tab that nobody looks at there is no frame to wait for (ms). */
const longest = 100

/** Runs something once what was just drawn is on screen: it then costs no part of the wait for it. */
export function afterPaint(run: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    run()
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, longest)
}
