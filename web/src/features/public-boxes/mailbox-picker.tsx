import type { OtherMailbox } from '@hongyan/contract/public-boxes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle, useUser } from '../../lib/me.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import styles from './mailbox-picker.module.css'
import { mailboxesQuery, switchMailbox, useMailboxPicker } from './switching.ts'

/** Asks which mailbox to go on in; one has to be chosen (PUBLICBOX-03). */
export function MailboxPicker() {
  const { t } = useTranslation('public-boxes')
  const user = useUser()
  const { data } = useQuery(mailboxesQuery)
  const [chosen, setChosen] = useState<OtherMailbox | null>(null)
  const { busy, error, attempt, setError } = useAttempt()
  const close = () => useMailboxPicker.setState({ open: false })
  const list = (data?.list ?? []).filter((one) => one.emailAddr !== user?.emailAddr)
  const submit = () => {
    if (!chosen) return setError(t('chooseOne'))
    const { emailAddr, type } = chosen
    void attempt(() => switchMailbox({ emailAddr, type }))
  }
  return (
    <FormDialog
      title={t('pick')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('switch') }}
      onClose={close}
      onSubmit={submit}
      busy={busy}
      error={error}
      width={440}
    >
      <fieldset className={styles.list}>
        <legend className="visually-hidden">{t('pick')}</legend>
        {list.map((one, index) => (
          <label key={one.emailAddr} className={styles.item}>
            <input
              type="radio"
              name="mailbox"
              data-autofocus={index === 0 || undefined}
              checked={chosen?.emailAddr === one.emailAddr}
              onChange={() => {
                setChosen(one)
                setError(null)
              }}
            />
            <Avatar name={one.userName} address={one.emailAddr} size={36} />
            <Words of={one} />
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}

function Words({ of }: { of: OtherMailbox }) {
  const { t } = useTranslation('public-boxes')
  const style = useDateStyle()
  const kind = of.type === 2 ? t('public') : t('associated')
  return (
    <span className={styles.words}>
      <span className={styles.name}>
        <Isolated>{of.userName}</Isolated>
      </span>
      <span className={styles.address}>
        <Isolated>{of.emailAddr}</Isolated>
      </span>
      <span className={styles.about}>
        {t('about', { kind, level: t(`levels.${of.level}`) })}
        {of.until !== '' && ` · ${t('until', { time: fullTime(of.until, style) })}`}
      </span>
    </span>
  )
}
