import { useEffect, useMemo, useState } from 'react'
import { type SanitizedMail, sanitizeMail } from './clean/sanitize-html.ts'

/** Characters above which a mail is cleaned in a task of its own: cleaning and laying it out together would be felt. */
const light = 60_000

/** A mail cleaned for the frame; null until a heavy one is. */
export function useSanitized(unsafeHtml: string): SanitizedMail | null {
  const isLight = unsafeHtml.length <= light
  const now = useMemo(() => (isLight ? sanitizeMail(unsafeHtml) : null), [isLight, unsafeHtml])
  const [later, setLater] = useState<{ of: string; mail: SanitizedMail } | null>(null)
  useEffect(() => {
    if (isLight) return
    const timer = setTimeout(() => setLater({ of: unsafeHtml, mail: sanitizeMail(unsafeHtml) }))
    return () => clearTimeout(timer)
  }, [isLight, unsafeHtml])
  return now ?? (later?.of === unsafeHtml ? later.mail : null)
}
