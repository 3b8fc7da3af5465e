import { passwords } from '@hongyan/contract/passwords'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { newPasswordProblem } from './new-password-fields.tsx'
import { policyQuery } from './password-query.ts'

const empty = { old: '', next: '', again: '' }

/** What is typed to change the own password, and the change itself; `onDone` is called once it is made. */
export function usePasswordChange(onDone: () => void) {
  const { t } = useTranslation('passwords')
  const { data: policy } = useQuery(policyQuery)
  const [typed, setTyped] = useState(empty)
  const [oldError, setOldError] = useState<string | null>(null)
  const { busy, error, attempt, setError } = useAttempt()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!policy) return
    setOldError(typed.old === '' ? t('oldNeeded') : null)
    const problem = newPasswordProblem(typed, policy)
    if (problem) return setError(t(problem))
    if (typed.old === '') return
    const body = { oldPassword: typed.old, newPassword: typed.next }
    if (!(await attempt(() => call(passwords.update, { body })))) return
    setTyped(empty)
    onDone()
  }
  const change = (next: Partial<typeof empty>) => {
    setTyped({ ...typed, ...next })
    if (next.old === undefined) setError(null)
  }
  return { policy, typed, oldError, busy, error, submit, change }
}
