import { consoleContract as api, type ConsolePerson } from '@hongyan/contract/console'
import type { Reply } from '@hongyan/contract/endpoint'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import type { Me } from '../console-state.ts'
import { useUnsavedPart } from '../unsaved-parts.ts'
import { useSaving } from '../use-saving.ts'

export type Account = Reply<typeof api.account>

interface Props {
  person: ConsolePerson
  account: Account
  me: Me
}

const may = (me: Me, endpoint: { may: readonly string[] }): boolean =>
  endpoint.may.some((role) => role === me.role)

/** How somebody signs in: what is taken away when it was lost. */
export function SignInPart({ person, account, me }: Props) {
  const { t } = useTranslation('console')
  const { error, save } = useSaving()
  const { accountId } = person
  const isSelf = person.address === me.address
  return (
    <section className={styles.form} aria-label={t('account.signIn')}>
      {error && <Banner tone="danger">{error}</Banner>}
      {account.passwordElsewhere && <p className={styles.note}>{t('account.elsewhere')}</p>}
      {account.ways.length === 0 && <p className={styles.note}>{t('account.noWays')}</p>}
      {account.ways.length > 0 && (
        <ul className={styles.folders}>
          {account.ways.map((way) => (
            <li key={way}>
              <span>{t(`account.ways.${way}`)}</span>
              {!isSelf && (
                <Button
                  size="sm"
                  onClick={() =>
                    save(() => ask(api.resetSecondStep, { body: { accountId, ways: [way] } }))
                  }
                >
                  {t('account.reset', { way: t(`account.ways.${way}`) })}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isSelf && !account.passwordElsewhere && (
        <div className={styles.actions}>
          <Button
            disabled={account.passwordOwed}
            onClick={() => save(() => ask(api.owePassword, { body: { accountId } }))}
          >
            {t(account.passwordOwed ? 'account.passwordOwed' : 'account.owePassword')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Addresses, and what happens to mail by itself. */
export function MailPart(props: Props) {
  return (
    <div className={styles.form}>
      <Aliases {...props} />
      <ForwardForm {...props} />
      <ReplyForm {...props} />
      <Flags {...props} />
    </div>
  )
}

function Aliases({ person, account, me }: Props) {
  const { t } = useTranslation('console')
  const [address, setAddress] = useState('')
  const { error, save } = useSaving()
  useUnsavedPart('alias', address.trim() !== '')
  const { accountId } = person
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const whole = address.includes('@') ? address : `${address}@${me.domains[0] ?? ''}`
    save(async () => {
      await ask(api.addAlias, { body: { accountId, address: whole } })
      setAddress('')
    })
  }
  return (
    <section className={styles.form} aria-label={t('account.aliases')}>
      <h2 className={styles.part}>{t('account.aliases')}</h2>
      {account.aliases.length > 0 && (
        <ul className={styles.folders}>
          {account.aliases.map((one) => (
            <li key={one}>
              <Isolated>{one}</Isolated>
              <Button
                size="sm"
                aria-label={t('account.removeAlias', { address: one })}
                onClick={() =>
                  save(() => ask(api.removeAlias, { body: { accountId, address: one } }))
                }
              >
                {t('account.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.inline} onSubmit={submit}>
        <TextField
          label={t('account.newAlias')}
          value={address}
          maxLength={320}
          spellCheck={false}
          autoCapitalize="off"
          error={error}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button type="submit" disabled={address.trim() === ''}>
          {t('account.addAlias')}
        </Button>
      </form>
    </section>
  )
}

function ForwardForm({ person, account }: Props) {
  const { t } = useTranslation('console')
  const [form, setForm] = useState({
    ...account.forward,
    to: account.forward.forwardTo.join('\n'),
  })
  const { error, save } = useSaving()
  const forwardTo = form.to.split(/[\s,;，；]+/).filter((one) => one !== '')
  useUnsavedPart('forward', forwardTo.join() !== account.forward.forwardTo.join())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { enabled, keepOriginal } = form
    const body = { accountId: person.accountId, forward: { enabled, keepOriginal, forwardTo } }
    save(() => ask(api.saveForward, { body }))
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('account.forward')}>
      <h2 className={styles.part}>{t('account.forward')}</h2>
      <Switch
        checked={form.enabled}
        onChange={(event) => setForm({ ...form, enabled: event.target.checked })}
      >
        {t('account.forwardOn')}
      </Switch>
      <TextArea
        label={t('account.forwardTo')}
        rows={2}
        value={form.to}
        error={error}
        spellCheck={false}
        onChange={(event) => setForm({ ...form, to: event.target.value })}
      />
      <Switch
        checked={form.keepOriginal}
        onChange={(event) => setForm({ ...form, keepOriginal: event.target.checked })}
      >
        {t('account.keepOriginal')}
      </Switch>
      <div className={styles.actions}>
        <Button type="submit">{t('account.saveForward')}</Button>
      </div>
    </form>
  )
}

function ReplyForm({ person, account }: Props) {
  const { t } = useTranslation('console')
  const [reply, setReply] = useState(account.reply)
  const { error, save } = useSaving()
  useUnsavedPart('reply', reply.content.trim() !== account.reply.content.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const times = { startTime: minute(reply.startTime), endTime: minute(reply.endTime) }
    const body = { accountId: person.accountId, reply: { ...reply, ...times } }
    save(() => ask(api.saveReply, { body }))
  }
  const time = (name: 'startTime' | 'endTime') => ({
    type: 'datetime-local',
    value: reply[name].replace(' ', 'T'),
    onChange: (event: { target: { value: string } }) =>
      setReply({ ...reply, [name]: event.target.value }),
  })
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('account.reply')}>
      <h2 className={styles.part}>{t('account.reply')}</h2>
      <Switch
        checked={reply.enabled}
        onChange={(event) => setReply({ ...reply, enabled: event.target.checked })}
      >
        {t('account.replyOn')}
      </Switch>
      <TextArea
        label={t('account.replyText')}
        rows={3}
        value={reply.content}
        error={error}
        onChange={(event) => setReply({ ...reply, content: event.target.value })}
      />
      <div className={styles.grid}>
        <TextField label={t('account.replyFrom')} {...time('startTime')} />
        <TextField label={t('account.replyUntil')} {...time('endTime')} />
      </div>
      <div className={styles.actions}>
        <Button type="submit">{t('account.saveReply')}</Button>
      </div>
    </form>
  )
}

/** Browsers add seconds where the field had some. */
const minute = (value: string): string => value.replace('T', ' ').slice(0, 16)

const flags = ['islandPersonnel', 'mailMoveEnable', 'privateEnable'] as const

function Flags({ person, account }: Props) {
  const { t } = useTranslation('console')
  const { error, save } = useSaving()
  const { accountId } = person
  const turn = (name: (typeof flags)[number], on: boolean) =>
    save(() => ask(api.flags, { body: { accountId, flags: { ...account.flags, [name]: on } } }))
  return (
    <section className={styles.form} aria-label={t('account.flags')}>
      <h2 className={styles.part}>{t('account.flags')}</h2>
      {error && <Banner tone="danger">{error}</Banner>}
      {flags.map((name) => (
        <Switch
          key={name}
          checked={account.flags[name]}
          onChange={(event) => turn(name, event.target.checked)}
        >
          {t(`account.flag.${name}`)}
        </Switch>
      ))}
    </section>
  )
}

export { may }
