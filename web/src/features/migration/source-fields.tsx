import type { SourceServer } from '@hongyan/contract/migration'
import { useTranslation } from '../../lib/i18n.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './migration.module.css'
import { SourcePassword } from './source-password.tsx'
import type { Doing } from './use-doing.ts'
import { changedServer, type SourceForm } from './use-source.ts'

interface SourceFieldsProps {
  source: SourceForm
  doing: Pick<Doing, 'wrong' | 'onTyped' | 'refs'>
  isOpen: boolean
  onOpen: (open: boolean) => void
}

/** The other mailbox: its address, its password, and its server for who knows better. */
export function SourceFields(props: SourceFieldsProps) {
  const { source, doing } = props
  const { wrong, onTyped, refs } = doing
  const { t } = useTranslation('migration')
  function write(next: string): void {
    source.setAddress(next)
    onTyped('address')
  }
  return (
    <>
      <TextField
        ref={refs.address}
        label={t('address')}
        type="email"
        value={source.address}
        error={wrong.address}
        maxLength={320}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="name@example.com"
        onBlur={source.settle}
        onChange={(event) => write(event.target.value)}
      />
      <SourcePassword
        ref={refs.password}
        value={source.password}
        error={wrong.password}
        hint={t(source.passwordHint)}
        onChange={(password) => {
          source.setPassword(password)
          onTyped('password')
        }}
      />
      <ServerSettings {...props} />
    </>
  )
}

function ServerSettings({ source, doing, isOpen, onOpen }: SourceFieldsProps) {
  const { t } = useTranslation('migration')
  const { wrong, onTyped, refs } = doing
  const { server, setServer } = source
  const { protocol, host, port, security } = server
  const change = (part: Partial<SourceServer>) => {
    setServer({ ...server, ...part })
    onTyped('host')
  }
  const known = { protocol: protocol.toUpperCase(), host, port }
  return (
    <details
      className={styles.server}
      open={isOpen}
      onToggle={(event) => onOpen(event.currentTarget.open)}
    >
      <summary>
        {t('settings.title')}
        <span className={styles.known}>
          {host !== '' && t('settings.known', known)}
          {host === '' && source.isUnknown && t('settings.unknown')}
        </span>
      </summary>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <Select
            label={t('settings.protocol')}
            value={protocol}
            options={(['imap', 'pop3'] as const).map((value) => ({
              value,
              label: t(`settings.${value}`),
            }))}
            onChange={(event) =>
              change(
                changedServer(server, {
                  protocol: event.target.value === 'pop3' ? 'pop3' : 'imap',
                }),
              )
            }
          />
          <Select
            label={t('settings.security')}
            value={security}
            options={(['tls', 'starttls'] as const).map((value) => ({
              value,
              label: t(`settings.${value}`),
            }))}
            onChange={(event) =>
              change(
                changedServer(server, {
                  security: event.target.value === 'tls' ? 'tls' : 'starttls',
                }),
              )
            }
          />
        </div>
        <div className={styles.pair}>
          <TextField
            ref={refs.host}
            label={t('settings.host')}
            value={host}
            error={wrong.host}
            maxLength={253}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => change({ host: event.target.value.trim() })}
          />
          <TextField
            ref={refs.port}
            label={t('settings.port')}
            value={port === 0 ? '' : String(port)}
            error={wrong.port}
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
            onChange={(event) => {
              change({ port: Number(event.target.value.replace(/\D/g, '')) })
              onTyped('port')
            }}
          />
        </div>
        <TextField
          label={t('settings.userName')}
          hint={t('settings.userNameHint')}
          value={source.userName}
          maxLength={320}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => source.setUserName(event.target.value)}
        />
      </div>
    </details>
  )
}
