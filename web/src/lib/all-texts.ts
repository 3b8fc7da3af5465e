let load: () => Promise<void> = () => Promise.resolve()

/** Until it is done, a screen that is not of the start has no texts: whatever loads its code waits for this too. */
export const allTexts = (): Promise<void> => load()

/** How they are loaded is said by i18n.ts, on which the design system does not depend. */
export function allTextsBy(run: () => Promise<void>): void {
  load = run
}
