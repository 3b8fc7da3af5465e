import { useCallback, useState } from 'react'
import { followLink, openMail } from '../messages/open-mail.public.ts'

/** The mail that is spoken of as text, and how an address that stands in it is followed: by the reader's own warning. */
export function useLinks(): { mail: string; follow: (href: string) => void } {
  const [mail] = useState(openMail)
  const follow = useCallback(
    (href: string) => followLink({ href, text: href }, mail?.sender ?? ''),
    [mail],
  )
  return { mail: mail?.jContent ?? '', follow }
}
