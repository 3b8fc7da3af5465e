import { createContext, use, useCallback, useEffect, useState } from 'react'

type Report = (part: string, isUnsaved: boolean) => void

/** Where the forms of a dialog or a page say that something in them was typed and not saved. */
export const UnsavedParts = createContext<Report>(() => undefined)

/** Says it for one form, as long as that is there. */
export function useUnsavedPart(part: string, isUnsaved: boolean): void {
  const report = use(UnsavedParts)
  useEffect(() => {
    report(part, isUnsaved)
    return () => report(part, false)
  }, [report, part, isUnsaved])
}

/** Says it of a form by what is in it. @returns what says that this has been saved */
export function useUnsavedForm(part: string, form: unknown): () => void {
  const now = JSON.stringify(form)
  const [kept, setKept] = useState(now)
  useUnsavedPart(part, now !== kept)
  return () => setKept(now)
}

/** @returns whether a form of the dialog or page has something unsaved, and what its forms report to */
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
