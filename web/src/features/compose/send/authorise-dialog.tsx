import { errorText } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Terms } from '../draft/compose-content.ts'
import { type TermTrouble, termTroubles } from './authorise-checks.ts'
import styles from './send-options.module.css'

interface AuthoriseDialogProps {
  before: Terms | null
  onChoose: (terms: Terms | null) => void
  onClose: () => void
}

/** The terms of a read-limited mail, and in plain words what they guarantee and what not. */
export function AuthoriseDialog({ before, onChoose, onClose }: AuthoriseDialogProps) {
  const { t } = useTranslation('compose')
  const [reads, setReads] = useState(String(before?.readCount ?? 1))
  const [days, setDays] = useState(String(before?.validDays ?? 7))
  const [password, setPassword] = useState(before?.readPassword ?? '')
  const [forbidForward, setForbid] = useState(before?.forbidForward ?? true)
  const [troubles, setTroubles] = useState<TermTrouble[]>([])
  const wrong = (code: TermTrouble) =>
    troubles.includes(code) ? errorText(code, currentLanguage()) : null
  const choose = () => {
    const typed = { reads, days, password }
    const found = termTroubles(typed)
    setTroubles(found)
    if (found.length > 0) return
    onChoose({
      readCount: Number(reads),
      validDays: Number(days),
      readPassword: password,
      forbidForward,
      hasPassword: false,
    })
  }
  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    setTroubles([])
  }
  return (
    <FormDialog
      title={t('authorise.title')}
      words={{ close: t('close'), cancel: t('cancel'), submit: t('authorise.on') }}
      width={520}
      extra={
        before && (
          <Button kind="quiet" onClick={() => onChoose(null)}>
            {t('authorise.off')}
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={choose}
    >
      <div className={styles.pair}>
        <TextField
          label={t('authorise.reads', { max: limits.authorisedReads })}
          inputMode="numeric"
          value={reads}
          error={wrong('authorised.count')}
          data-autofocus
          onChange={change(setReads)}
        />
        <TextField
          label={t('authorise.days', { max: limits.authorisedDays })}
          inputMode="numeric"
          value={days}
          error={wrong('authorised.days')}
          onChange={change(setDays)}
        />
      </div>
      <TextField
        label={t('authorise.password', { max: limits.authorisedPassword })}
        hint={t(before?.hasPassword ? 'authorise.passwordAgain' : 'authorise.passwordHint')}
        autoComplete="off"
        value={password}
        error={wrong('authorised.password-long')}
        onChange={change(setPassword)}
      />
      <Switch checked={forbidForward} onChange={(event) => setForbid(event.target.checked)}>
        {t('authorise.forbidForward')}
      </Switch>
      <div className={styles.words}>
        <p>{t('authorise.isSure')}</p>
        <p>{t('authorise.isNotSure')}</p>
      </div>
    </FormDialog>
  )
}
