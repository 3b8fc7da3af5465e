import {
  domainsEndpoints as api,
  type CheckedRecord,
  type DnsRecord,
  recordPurposes,
} from '@hongyan/contract/console-domains'
import { useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconRefresh } from '../../../ui/icons.ts'
import { iconCopy } from '../../../ui/icons-later.ts'
import { toast } from '../../../ui/toast-store.ts'
import { ask } from '../ask.ts'
import { useAsked } from '../use-asked.ts'
import styles from './domains.module.css'

const tones = {
  published: 'ok',
  different: 'warn',
  missing: 'danger',
  unknown: 'neutral',
} as const

/** The records to publish, each to be copied, and what the DNS says of it when asked. */
export function RecordsSection({ name }: { name: string }) {
  const { t } = useTranslation('console-domains')
  const { data, error } = useAsked(api.domainRecords, { query: { name } })
  const [checked, setChecked] = useState<readonly CheckedRecord[] | null>(null)
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    setTrouble('')
    try {
      setChecked((await ask(api.checkDomain, { body: { name } })).list)
    } catch (thrown) {
      setTrouble((thrown as Error).message)
    }
    setBusy(false)
  }
  const message = error?.message || trouble
  const list = data?.list ?? []
  const good = checked?.filter((one) => one.state === 'published').length ?? 0
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.hint}>
          {checked ? t('records.good', { good, all: checked.length }) : t('records.hint')}
        </p>
        <Button icon={iconRefresh} busy={busy} onClick={() => void check()}>
          {t('records.check')}
        </Button>
      </div>
      {message && <Banner tone="danger">{message}</Banner>}
      {recordPurposes.map((purpose) => {
        const of = list.filter((one) => one.purpose === purpose)
        return (
          of.length > 0 && (
            <section key={purpose} className={styles.purpose} aria-labelledby={`for-${purpose}`}>
              <h3 id={`for-${purpose}`}>{t(`records.${purpose}.title`)}</h3>
              <p className={styles.hint}>{t(`records.${purpose}.about`)}</p>
              <ul className={styles.records}>
                {of.map((one) => (
                  <Record
                    key={one.name}
                    record={one}
                    checked={checked?.find((other) => other.name === one.name) ?? null}
                  />
                ))}
              </ul>
            </section>
          )
        )
      })}
    </>
  )
}

function Record({ record, checked }: { record: DnsRecord; checked: CheckedRecord | null }) {
  const { t } = useTranslation('console-domains')
  return (
    <li className={styles.record}>
      <span className={styles.type}>{record.type}</span>
      <div className={styles.recordText}>
        <Copied label={t('records.copyName', { name: record.name })} text={record.name} />
        <Copied label={t('records.copyValue', { name: record.name })} text={record.value} />
        {checked?.state === 'different' &&
          checked.found.map((one) => (
            <p key={one} className={styles.found}>
              {t('records.found', { value: one })}
            </p>
          ))}
      </div>
      {checked && <Chip tone={tones[checked.state]}>{t(`records.states.${checked.state}`)}</Chip>}
    </li>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('console-domains')
  const copy = async () => {
    if (await copyText(text)) toast({ kind: 'success', text: t('records.copied') })
    else toast({ kind: 'error', text: t('records.notCopied') })
  }
  return (
    <div className={styles.copied}>
      <code>{text}</code>
      <IconButton icon={iconCopy} size="sm" label={label} onClick={() => void copy()} />
    </div>
  )
}
