import type { CheckSignal } from '@hongyan/contract/assistant-wire'
import { Allowed } from '../../../lib/allowed.tsx'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { iconCheck, iconInfo, iconJunk, iconShield, iconWarning } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toast-store.ts'
import { actionNeeds } from '../../messages/messages.public.ts'
import { openMail, reportOpenMail } from '../../messages/open-mail.public.ts'
import { CopyButton, StopButton } from '../answer/answer-actions.tsx'
import { AnswerNote, AnswerText, Thought } from '../answer/answer-text.tsx'
import { useSaid } from '../answer/use-note.ts'
import { askCheck } from '../ask.ts'
import styles from '../assistant.module.css'
import { type Answer, isOpen } from '../machine.ts'
import { showBehind } from '../open-assistant.public.ts'
import { useAssistant } from '../store.ts'

/** Whether the open mail is what it says: a level, the facts behind it, and what to do (AI-03). */
export function CheckTab() {
  const { t } = useTranslation('assistant')
  const result = useAssistant(({ results }) => results.check)
  const tooLong = useAssistant((state) => state.tooLong)
  const check = () => {
    if (openMail() === null) toast({ kind: 'info', text: t('noMail') })
    else void askCheck()
  }
  return (
    <>
      <div className={styles.row}>
        <Button kind="primary" size="sm" icon={iconShield} onClick={check}>
          {t(result === null ? 'check' : 'checkAgain')}
        </Button>
        <StopButton />
      </div>
      {tooLong && (
        <p className={styles.wrong} role="alert">
          {t('tooLong')}
        </p>
      )}
      {result === null ? (
        !tooLong && <p className={styles.hint}>{t('checkHint')}</p>
      ) : (
        <Checked answer={result} />
      )}
    </>
  )
}

function Checked({ answer }: { answer: Answer }) {
  const { t } = useTranslation('assistant')
  const { level, content, thought, signals } = answer
  const said = [level === null ? '' : t(`level.${level}`), content].filter(Boolean).join('\n')
  useSaid(answer, { kind: 'check', text: said })
  return (
    <section className={styles.result} aria-label={t('inner.check')}>
      {level !== null && (
        <p className={styles.level} data-level={level}>
          <Icon icon={level === 'unremarkable' ? iconShield : iconWarning} size={20} />
          {t(`level.${level}`)}
        </p>
      )}
      {/* An address in what is said of a suspicious mail is never to be clicked. */}
      <AnswerText text={content} />
      <AnswerNote answer={answer} kind="check" />
      <Signals signals={signals} />
      <Thought text={thought} open={signals.length === 0} />
      {said !== '' && !isOpen(answer) && (
        <div className={styles.actions}>
          {(level === 'suspicious' || level === 'dangerous') && <Report />}
          <CopyButton text={[said, ...signals.map(lineOf)].join('\n')} />
        </div>
      )}
    </section>
  )
}

/** Moves it to junk, which teaches the filter; undone like any other move. */
function Report() {
  const { t } = useTranslation('assistant')
  const report = () => {
    showBehind()
    reportOpenMail()
  }
  return (
    <Allowed by={actionNeeds.spam}>
      <Button size="sm" kind="danger" icon={iconJunk} onClick={report}>
        {t('reader:risk.report')}
      </Button>
    </Allowed>
  )
}

const lineOf = ({ text, evidence }: CheckSignal): string =>
  evidence === '' ? `- ${text}` : `- ${text} (${evidence})`

const icons = {
  good: iconCheck,
  note: iconInfo,
  caution: iconInfo,
  suspicious: iconWarning,
  dangerous: iconWarning,
} as const

/** Each fact with what shows it. */
function Signals({ signals }: Pick<Answer, 'signals'>) {
  const { t } = useTranslation('assistant')
  if (signals.length === 0) return null
  return (
    <div className={styles.signals}>
      <h3>{t('reasons')}</h3>
      <ul>
        {signals.map(({ code, weight, text, evidence }) => (
          <li key={`${code} ${evidence}`} data-weight={weight}>
            <Icon icon={icons[weight]} size={16} />
            <div>
              <p>
                <span className="visually-hidden">{t(`weight.${weight}`)}</span>
                {text}
              </p>
              {evidence !== '' && (
                <p className={styles.evidence} dir="auto">
                  {evidence}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
