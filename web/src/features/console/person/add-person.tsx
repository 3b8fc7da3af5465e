import { consoleContract as api } from '@hongyan/contract/console'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import type { Me } from '../console-state.ts'
import { ShownPassword } from '../shown-password.tsx'

interface AddPersonProps {
  me: Me
  options: readonly Option[]
  onClose: () => void
}

/** A new person; the password is shown once. */
export function AddPerson({ me, options, onClose }: AddPersonProps) {
  const { t } = useTranslation('console')
  const queries = useQueryClient()
  const [form, setForm] = useState({
    name: '',
    address: '',
    department: options[0]?.value ?? '',
    duties: '',
    phone: '',
  })
  const [error, setError] = useState('')
  const [made, setMade] = useState('')
  const leaving = useLeaving(form, useLeavingWords(), onClose)
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) =>
      setForm({ ...form, [name]: event.target.value }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { name, address, department, duties, phone } = form
    const whole = address.includes('@') ? address : `${address}@${me.domains[0] ?? ''}`
    const departmentId = department === '' ? null : Number(department)
    try {
      const { password } = await ask(api.add, {
        body: { name, address: whole, departmentId, duties, phone },
      })
      setMade(password)
      await queries.invalidateQueries()
    } catch (thrown) {
      setError((thrown as Error).message)
    }
  }
  return (
    <Dialog
      title={t('people.add')}
      closeLabel={t('close')}
      onClose={made ? onClose : leaving.onDismiss}
    >
      {made ? (
        <ShownPassword password={made} onClose={onClose} />
      ) : (
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <TextField label={t('people.name')} data-autofocus maxLength={60} {...field('name')} />
          <TextField
            label={t('people.address')}
            hint={t('people.addressHint', { domain: me.domains[0] ?? '' })}
            maxLength={320}
            spellCheck={false}
            autoCapitalize="off"
            error={error || null}
            {...field('address')}
          />
          <Select label={t('people.department')} options={options} {...field('department')} />
          <TextField label={t('people.duties')} maxLength={60} {...field('duties')} />
          <TextField label={t('people.phone')} type="tel" maxLength={30} {...field('phone')} />
          <div className={styles.actions}>
            <Button
              type="submit"
              kind="primary"
              disabled={form.name.trim() === '' || form.address.trim() === ''}
            >
              {t('people.make')}
            </Button>
            <Button onClick={onClose}>{t('common:cancel')}</Button>
          </div>
        </form>
      )}
      {leaving.question}
    </Dialog>
  )
}
