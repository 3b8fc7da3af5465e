import {
  organisationEndpoints as api,
  type ConsoleOrganisation,
} from '@hongyan/contract/console-organisation'
import { useTranslation } from '../../../lib/i18n.ts'
import { useChosen } from '../../../lib/use-chosen.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { ask } from '../ask.ts'
import { useSaving } from '../use-saving.ts'
import styles from './organisation.module.css'
import { Section } from './section.tsx'

/** In the order in which they are read. */
const order = [
  'clientSwitch',
  'deviceEnable',
  'aliasEnable',
  'smimeEnable',
  'secretModeEnable',
  'mailApprovalDownload',
  'watermark',
  'enableGray',
] as const satisfies readonly (keyof ConsoleOrganisation['switches'])[]

/** Each switch with a sentence of what it does; turned at once. */
export function SwitchesSection({ organisation }: { organisation: ConsoleOrganisation }) {
  const { t } = useTranslation('console-organisation')
  return (
    <Section title={t('switches.title')} hint={t('switches.hint')}>
      <ul className={styles.rows}>
        {order.map((key) => (
          <SwitchRow key={key} name={key} on={organisation.switches[key]} />
        ))}
      </ul>
    </Section>
  )
}

interface SwitchRowProps {
  name: (typeof order)[number] | 'assistantEnable'
  on: boolean
}

export function SwitchRow({ name, on }: SwitchRowProps) {
  const { t } = useTranslation('console-organisation')
  const { error, attempt } = useSaving()
  const [shown, choose] = useChosen(on)
  const turn = (next: boolean) =>
    choose(next, () => attempt(() => ask(api.turn, { body: { key: name, on: next } })))
  return (
    <li className={styles.row}>
      <div>
        <p id={`switch-${name}`} className={styles.rowName}>
          {t(`switches.${name}.name`)}
        </p>
        <p className={styles.hint}>{t(`switches.${name}.about`)}</p>
        {error && <Banner tone="danger">{error}</Banner>}
      </div>
      <Switch
        aria-labelledby={`switch-${name}`}
        checked={shown}
        onChange={(event) => turn(event.target.checked)}
      />
    </li>
  )
}
