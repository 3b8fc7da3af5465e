import { useLocation } from '../../lib/router/hooks.ts'
import { openText, useOpenText } from '../compose/open-text.public.ts'
import { type OpenMail, openMail, useOpenMailId } from '../messages/open-mail.public.ts'

/** The mail that is spoken of: the one that is being answered, else the open one. Null for none. */
export function useSubjectId(): number | null {
  const open = useOpenMailId()
  return useOpenText()?.answers ?? open
}

/** Summary and check are of a mail that is read (AI-07). */
export const useIsReading = (): boolean => useLocation().pathname.startsWith('/reply')

type SubjectMail = Pick<OpenMail, 'mailId' | 'jContent'>

/** What an answer is drafted to, as it is now. */
export function subjectMail(): SubjectMail | null {
  const writing = openText()
  if (writing?.answers != null) return { mailId: writing.answers, jContent: writing.original() }
  return openMail()
}
