import { consoleContract as api } from '@hongyan/contract/console'
import { limits } from '@hongyan/contract/limits'
import type { Sensitivity } from '@hongyan/contract/sensitivity-fields'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { iconPlus } from '../../../ui/icons.ts'
import { Switch } from '../../../ui/switch.tsx'
import { ask } from '../ask.ts'
import { useSaving } from '../use-saving.ts'
import { type EditedLabel, edited, newLabel } from './edited-label.ts'
import styles from './policy.module.css'
import { SensitivityLabelRow } from './sensitivity-label-row.tsx'

/** The labels that writers choose from, the lightest first. */
export function SensitivityEditor(props: { sensitivity: Sensitivity; mayChange: boolean }) {
  const { t } = useTranslation('policy')
  const [{ on, required }, setSwitches] = useState(props.sensitivity)
  const [labels, setLabels] = useState(() => props.sensitivity.labels.map(edited))
  const { error, save } = useSaving()
  const change = (at: number, part: Partial<EditedLabel>) =>
    setLabels(
      labels.map((one, place) => {
        const whole = place === at ? { ...one, ...part } : one
        return part.isDefault && place !== at ? { ...whole, isDefault: false } : whole
      }),
    )
  const move = (at: number, by: number) => {
    const next = [...labels]
    next.splice(at + by, 0, ...next.splice(at, 1))
    setLabels(next)
  }
  const put = () =>
    save(async () => {
      const body = { on, required, labels: labels.map(({ row: _, ...label }) => label) }
      const saved = await ask(api.saveSensitivity, { body })
      setLabels(saved.labels.map(edited))
    })
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        put()
      }}
    >
      <p className={styles.hint}>{t('sensitivity.about')}</p>
      {error && <Banner tone="danger">{error}</Banner>}
      <fieldset className={styles.plain} disabled={!props.mayChange}>
        <div className={styles.inline}>
          <Switch
            checked={on}
            onChange={(event) => setSwitches({ labels: [], required, on: event.target.checked })}
          >
            {t('sensitivity.on')}
          </Switch>
          <Switch
            checked={required}
            onChange={(event) => setSwitches({ labels: [], on, required: event.target.checked })}
          >
            {t('sensitivity.required')}
          </Switch>
        </div>
        <ol className={styles.labels} aria-label={t('tabs.sensitivity')}>
          {labels.map((label, at) => (
            <SensitivityLabelRow
              key={label.row}
              label={label}
              number={at + 1}
              isLast={at === labels.length - 1}
              onChange={(part) => change(at, part)}
              onMove={(by) => move(at, by)}
              onRemove={() => setLabels(labels.filter((_, place) => place !== at))}
            />
          ))}
        </ol>
        {props.mayChange && (
          <div className={styles.inline}>
            <Button
              icon={iconPlus}
              disabled={labels.length >= limits.sensitivityLabels}
              onClick={() => setLabels([...labels, newLabel(labels.length % limits.labelColors)])}
            >
              {t('sensitivity.add')}
            </Button>
            <Button type="submit" kind="primary">
              {t('console:save')}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
