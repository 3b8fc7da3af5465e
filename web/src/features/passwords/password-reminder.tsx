import { limits } from '@hongyan/contract/limits'
import { passwords } from '@hongyan/contract/passwords'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { forgetLoginMoment } from '../../lib/session.ts'
import { tellTrouble } from '../../lib/trouble.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { policyQuery } from './password-query.ts'

/** Asks once after a login whose password has grown old (SECURITY-25, M83, M84). */
export function PasswordReminder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('passwords')
  const navigate = useNavigate()
  const { data: policy } = useQuery(policyQuery)
  const [put, setPut] = useState(false)
  const due = policy?.remind
  useEffect(() => {
    if (due === false) forgetLoginMoment()
  }, [due])
  if (!due) return null
  const close = (goOn: boolean) => {
    forgetLoginMoment()
    onClose()
    const expireDay = put ? limits.passwordReminderDays : 0
    void call(passwords.prompt, { query: { expireDay } }).catch(tellTrouble)
    if (goOn) navigate('/set/accountalias/1')
  }
  return (
    <ConfirmDialog
      title={t('remindTitle')}
      words={{ close: t('common:close'), cancel: t('remindLater'), confirm: t('remindNow') }}
      width={400}
      onCancel={() => close(false)}
      onConfirm={() => close(true)}
    >
      <p>{t('remindText')}</p>
      <Checkbox checked={put} onChange={(event) => setPut(event.target.checked)}>
        {t('remindNot')}
      </Checkbox>
    </ConfirmDialog>
  )
}
