import { consoleContract as api } from '@hongyan/contract/console'
import type { Reply } from '@hongyan/contract/endpoint'
import type { ProtectionSettings } from '@hongyan/contract/protection-fields'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useUnsavedForm } from '../unsaved-parts.ts'
import { useAsked } from '../use-asked.ts'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'
import own from './protection.module.css'

type State = Reply<typeof api.protection>

/** How mail that comes in is judged, and what happens with each kind. */
export function JudgementTab({ mayChange }: { mayChange: boolean }) {
  const { data, error } = useAsked(api.protection, {})
  return (
    <>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && (
        <>
          <Programs state={data} mayChange={mayChange} />
          <SettingsForm settings={data.settings} mayChange={mayChange} />
        </>
      )}
    </>
  )
}

function Programs({ state, mayChange }: { state: State; mayChange: boolean }) {
  const { t } = useTranslation('protection')
  const question = useQuestion()
  const { learnt, dnsLists } = state
  const stateOf = ({ on, answers }: State['clamd']) =>
    on
      ? t(`programs.${answers === null ? 'waiting' : answers ? 'answers' : 'away'}`)
      : t('programs.off')
  const counts = learnt.spam >= learnt.least && learnt.ham >= learnt.least
  const facts = [
    [t('programs.rspamd'), stateOf(state.rspamd)],
    [t('programs.clamd'), stateOf(state.clamd)],
    [t('programs.dns'), dnsLists.length > 0 ? dnsLists.join(', ') : t('programs.off')],
    [
      t('programs.learnt'),
      t(counts ? 'programs.learntCounts' : 'programs.learntYet', {
        spam: learnt.spam,
        ham: learnt.ham,
        least: learnt.least,
      }),
    ],
  ]
  return (
    <section className={own.panel}>
      <h2 className={own.heading}>{t('programs.title')}</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayChange && learnt.spam + learnt.ham > 0 && (
        <Button
          size="sm"
          onClick={() =>
            question.put({
              title: t('programs.forget'),
              text: t('programs.forgetText'),
              confirm: t('programs.forgetIt'),
              work: () => ask(api.forgetLearnt, { body: {} }),
            })
          }
        >
          {t('programs.forget')}
        </Button>
      )}
      {question.dialog}
    </section>
  )
}

type Numbers =
  | 'junkAt'
  | 'quarantineAt'
  | 'refuseAt'
  | 'keepDays'
  | 'greylistMinutes'
  | 'perNetwork'
type Choices = 'phishing' | 'virus' | 'blocked'
const choices: Record<Choices, readonly string[]> = {
  virus: ['quarantine', 'refuse'],
  phishing: ['junk', 'quarantine'],
  blocked: ['refuse', 'quarantine', 'junk'],
}
/** An empty field: none. */
const orNone = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const switches = ['builtIn', 'learn', 'digest', 'greylist'] as const

function SettingsForm({
  settings,
  mayChange,
}: {
  settings: ProtectionSettings
  mayChange: boolean
}) {
  const { t } = useTranslation('protection')
  const { t: tc } = useTranslation('console')
  const { error, attempt } = useSaving()
  const [form, setForm] = useState(settings)
  const [numbers, setNumbers] = useState<Record<Numbers, string>>({
    junkAt: String(settings.junkAt),
    quarantineAt: String(settings.quarantineAt),
    refuseAt: settings.refuseAt === null ? '' : String(settings.refuseAt),
    keepDays: String(settings.keepDays),
    greylistMinutes: String(settings.greylistMinutes),
    perNetwork: settings.perNetwork === null ? '' : String(settings.perNetwork),
  })
  const keep = useUnsavedForm('protection settings', { form, numbers })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = {
      ...form,
      junkAt: Number(numbers.junkAt),
      quarantineAt: Number(numbers.quarantineAt),
      refuseAt: orNone(numbers.refuseAt),
      perNetwork: orNone(numbers.perNetwork),
      greylistMinutes: Number(numbers.greylistMinutes),
      keepDays: Number(numbers.keepDays),
    }
    if (await attempt(() => ask(api.saveProtection, { body }))) keep()
  }
  const number = (name: Numbers, step: string) => (
    <TextField
      type="number"
      step={step}
      min={1}
      label={t(`settings.${name}`)}
      hint={t(`settings.${name}Hint`)}
      disabled={!mayChange}
      value={numbers[name]}
      onChange={(event) => setNumbers({ ...numbers, [name]: event.target.value })}
    />
  )
  return (
    <form className={own.panel} onSubmit={submit}>
      <h2 className={own.heading}>{t('settings.title')}</h2>
      <div className={own.switches}>
        {switches.map((name) => (
          <Switch
            key={name}
            checked={form[name]}
            disabled={!mayChange}
            onChange={(event) => setForm({ ...form, [name]: event.target.checked })}
          >
            {t(`settings.${name}`)}
          </Switch>
        ))}
      </div>
      <div className={own.fields}>
        {number('junkAt', '0.5')}
        {number('quarantineAt', '0.5')}
        {number('refuseAt', '0.5')}
        {(['virus', 'phishing', 'blocked'] as const).map((name) => (
          <Select
            key={name}
            label={t(`settings.${name}`)}
            disabled={!mayChange}
            options={choices[name].map((value) => ({
              value,
              label: t(`outcomes.${value as 'junk'}`),
            }))}
            value={form[name]}
            onChange={(event) => setForm({ ...form, [name]: event.target.value as never })}
          />
        ))}
        {number('keepDays', '1')}
        {number('greylistMinutes', '1')}
        {number('perNetwork', '1')}
      </div>
      {error && <Banner tone="danger">{error}</Banner>}
      {mayChange && (
        <div className={styles.actions}>
          <Button type="submit" kind="primary">
            {tc('save')}
          </Button>
        </div>
      )}
    </form>
  )
}
