import { errorText } from '@hongyan/contract/errors'
import { migrations } from '@hongyan/contract/migration'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Section } from '../settings/form.public.tsx'
import styles from './migration.module.css'
import { isAddress, refreshMigrations } from './migration-query.ts'
import { type Preview, PreviewTable } from './preview-table.tsx'
import { RangeFields, type RangeForm } from './range-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import { type Doing, useDoing, type Wrong } from './use-doing.ts'
import { type Given, useSource } from './use-source.ts'

interface NewMigrationProps {
  /** It has begun, or is not wanted any more. */
  onDone: () => void
  canClose: boolean
}

/** The form: look first, then begin. Whatever is refused, all that was typed stays. */
export function NewMigration({ onDone, canClose }: NewMigrationProps) {
  const { t } = useTranslation('migration')
  const source = useSource()
  const [range, setRange] = useState<RangeForm>({ range: null, since: '', until: '' })
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useState<{ of: string; preview: Preview } | null>(null)
  const doing = useDoing(() => setOpen(true))
  const missing = useMissing()
  const preview = seen?.of === JSON.stringify(source.given) ? seen.preview : null

  const check = () =>
    doing.run('check', async () => {
      const given = await source.whole()
      const wrong = missing(given)
      if (wrong) return wrong
      const found = await call(migrations.preview, { body: given })
      setSeen({ of: JSON.stringify(given), preview: found })
      return undefined
    })
  const start = () =>
    doing.run('start', async () => {
      if (!hasRange(range)) return { range: errorText('migration.no-range', currentLanguage()) }
      await call(migrations.save, { body: { ...source.given, ...asGiven(range) } })
      await refreshMigrations()
      toast({ kind: 'success', text: t('started') })
      onDone()
      return undefined
    })
  return (
    <Section title={t('new')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void (preview ? start() : check())
        }}
      >
        <SourceFields source={source} doing={doing} isOpen={isOpen} onOpen={setOpen} />
        <RangeFields
          value={range}
          doing={doing}
          onChange={(next) => {
            setRange(next)
            doing.onTyped('range')
          }}
        />
        {preview && <PreviewTable preview={preview} byTime={range.range === 'time'} />}
        {doing.other && <Banner tone="danger">{doing.other}</Banner>}
        <Deeds
          doing={doing.doing}
          onCheck={() => void check()}
          isSeen={preview !== null}
          onCancel={canClose ? onDone : null}
        />
      </form>
    </Section>
  )
}

interface DeedsProps {
  doing: Doing['doing']
  /** The preview is there: now it may begin. */
  isSeen: boolean
  onCheck: () => void
  onCancel: (() => void) | null
}

function Deeds({ doing, isSeen, onCheck, onCancel }: DeedsProps) {
  const { t } = useTranslation('migration')
  return (
    <div className={styles.deeds}>
      <Button
        kind={isSeen ? 'secondary' : 'primary'}
        type={isSeen ? 'button' : 'submit'}
        busy={doing === 'check'}
        disabled={doing !== null}
        onClick={isSeen ? onCheck : undefined}
      >
        {t(isSeen ? 'checkAgain' : 'check')}
      </Button>
      {isSeen && (
        <Button kind="primary" type="submit" busy={doing === 'start'} disabled={doing !== null}>
          {t('start')}
        </Button>
      )}
      {onCancel && <Button onClick={onCancel}>{t('common:cancel')}</Button>}
    </div>
  )
}

function useMissing(): (given: Given) => Wrong | undefined {
  const { t } = useTranslation('migration')
  return ({ address, password, server }) => {
    if (!isAddress(address)) return { address: t('addressMissing') }
    if (password === '') return { password: t('passwordMissing') }
    if (server.host === '') return { host: errorText('migration.no-server', currentLanguage()) }
    if (server.port < 1 || server.port > 65_535) return { port: t('settings.portWrong') }
    return undefined
  }
}

const hasRange = ({ range, since, until }: RangeForm): boolean =>
  range === 'all' || (range === 'time' && (since !== '' || until !== ''))

const asGiven = ({ range, since, until }: RangeForm) => ({
  ...(range && { range }),
  ...(range === 'time' && since && { since }),
  ...(range === 'time' && until && { until }),
})
