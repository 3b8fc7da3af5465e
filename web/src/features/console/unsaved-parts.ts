import { createContext, use, useCallback, useEffect, useState } from 'react'

type Report = (part: string, isUnsaved: boolean) => void

/** Where the forms of a dialog say that something in them was typed and not saved. */
export const UnsavedParts = createContext<Report>(() => undefined)

/** Says it for one form, as long as that is there. */
export function useUnsavedPart(part: string, isUnsaved: boolean): void {
  const report = use(UnsavedParts)
  useEffect(() => {
    report(part, isUnsaved)
    return () => report(part, false)
  }, [report, part, isUnsaved])
}

/** @returns whether a form of the dialog has something unsaved, and what its forms report to */
export function useUnsavedParts(): [boolean, Report] {
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback(
    (part: string, isUnsaved: boolean) =>
      setParts((all) => {
        if (all.has(part) === isUnsaved) return all
        const others = [...all].filter((one) => one !== part)
        return new Set(isUnsaved ? [...others, part] : others)
      }),
    [],
  )
  return [parts.size > 0, report]
}
