import { useEffect, useMemo, useState } from 'react'
import { type SanitizedMail, sanitizeMail } from './clean/sanitize-html.ts'

/** Characters above which a mail is cleaned in a task of its own: cleaning and laying it out together would be felt. */
const light = 60_000

/** A mail cleaned for the frame, once for each `turn` in which it is shown; null until a heavy one is. */
export function useSanitized(unsafeHtml: string, turn = 0): SanitizedMail | null {
  const isLight = unsafeHtml.length <= light
  // biome-ignore lint/correctness/useExhaustiveDependencies: its nodes go into the frame, and are gone when that is emptied
  const now = useMemo(
    () => (isLight ? sanitizeMail(unsafeHtml) : null),
    [isLight, unsafeHtml, turn],
  )
  const [later, setLater] = useState<{ of: string; turn: number; mail: SanitizedMail } | null>(null)
  useEffect(() => {
    if (isLight) return
    const timer = setTimeout(() =>
      setLater({ of: unsafeHtml, turn, mail: sanitizeMail(unsafeHtml) }),
    )
    return () => clearTimeout(timer)
  }, [isLight, unsafeHtml, turn])
  return now ?? (later?.of === unsafeHtml && later.turn === turn ? later.mail : null)
}
