import { consoleContract as api } from '@hongyan/contract/console'
import type { ReportState } from '@hongyan/contract/protection-fields'
import { useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ChoiceGroup, Radio } from '../../../ui/choice-group.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { useAsked } from '../use-asked.ts'
import { useSaving } from '../use-saving.ts'
import own from './protection.module.css'
import { ReportedMail } from './reported-mail.tsx'

type Decision = Exclude<ReportState, 'open'>
const decisions: readonly Decision[] = ['phishing', 'spam', 'harmless']

interface ReportedDialogProps {
  id: number
  onClose: () => void
  /** All copies are looked for. */
  onWave: (waveId: number) => void
}

/** A reported mail: what it says, what the check finds, who reported it, and what is decided. */
export function ReportedDialog({ id, onClose, onWave }: ReportedDialogProps) {
  const { t } = useTranslation('protection')
  const { t: tc } = useTranslation('console')
  const dates = useDates()
  const { data, error } = useAsked(api.report, { query: { id, language: currentLanguage() } })
  const { error: trouble, save } = useSaving(t('reports.told'))
  const [state, setState] = useState<Decision | null>(null)
  const [block, setBlock] = useState(false)
  const [search, setSearch] = useState(false)
  const isBad = state !== null && state !== 'harmless'
  const decide = (decided: Decision) =>
    save(async () => {
      const body = { id, state: decided, block: isBad && block, search: isBad && search }
      const { waveId } = await ask(api.decideReport, { body })
      onClose()
      if (waveId !== null) onWave(waveId)
    })
  const title = data?.isProtected ? t('reports.protected') : data?.subject || t('held.noSubject')
  return (
    <Dialog
      title={title}
      closeLabel={tc('close')}
      width={760}
      onClose={onClose}
      footer={
        data && (
          <Button
            kind="primary"
            disabled={state === null}
            onClick={() => state !== null && decide(state)}
          >
            {t('reports.apply')}
          </Button>
        )
      }
    >
      {(error || trouble) && <Banner tone="danger">{error?.message ?? trouble}</Banner>}
      {data && (
        <div className={styles.form}>
          {data.decidedTime !== null && (
            <p className={own.sum}>
              {t(`reports.states.${data.state}`)} ·{' '}
              {t('reports.decided', {
                name: data.decidedBy,
                time: fullTime(data.decidedTime, dates),
              })}
            </p>
          )}
          <ReportedMail report={data} />
          <ChoiceGroup title={t('reports.decide')}>
            {decisions.map((one) => (
              <Radio
                key={one}
                name="report-decision"
                checked={state === one}
                onChange={() => setState(one)}
              >
                {t(`reports.states.${one}`)}
              </Radio>
            ))}
          </ChoiceGroup>
          {isBad && (
            <div className={own.switches}>
              <Checkbox checked={block} onChange={(event) => setBlock(event.target.checked)}>
                {t('reports.block')}
              </Checkbox>
              <Checkbox checked={search} onChange={(event) => setSearch(event.target.checked)}>
                {t('reports.search')}
              </Checkbox>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}
