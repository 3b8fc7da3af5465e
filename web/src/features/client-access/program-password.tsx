import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { platformQuery } from '../../lib/me.ts'
import { PasswordQuestion } from '../second-step/password-question.public.tsx'

interface ProgramPasswordProps {
  onClose: () => void
  answer: (password: string) => Promise<void>
}

/** The login password, before programs are let in; who has none is told of the other way. */
export function ProgramPassword(props: ProgramPasswordProps) {
  const { t } = useTranslation('client-access')
  const sso = useQuery(platformQuery).data?.sso ?? ''
  return <PasswordQuestion {...props}>{sso && <p>{t('bySso', { name: sso })}</p>}</PasswordQuestion>
}
