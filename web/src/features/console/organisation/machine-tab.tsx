import { organisationEndpoints as api } from '@hongyan/contract/console-organisation'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import console from '../console.module.css'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'
import { Section } from './section.tsx'

/** Values of the machine: read here, changed there. */
export function MachineTab() {
  const { t } = useTranslation('console-organisation')
  const { data, error } = useAsked(api.organisation, {})
  const shown = (value: string) =>
    value === 'on' || value === 'off' ? t(`machine.${value}`) : value
  return (
    <Section title={t('machine.title')} hint={t('machine.hint')}>
      {error && <Banner tone="danger">{error.message}</Banner>}
      <Scroller>
        <table className={console.table}>
          <thead>
            <tr>
              <th scope="col">{t('machine.what')}</th>
              <th scope="col">{t('machine.value')}</th>
              <th scope="col">{t('machine.variable')}</th>
            </tr>
          </thead>
          <tbody>
            {data?.machine.map(({ name: variable, value }) => (
              <tr key={variable}>
                <td>{t(`machine.names.${variable}` as 'machine.names.HONGYAN_ORIGIN')}</td>
                <td>{shown(value)}</td>
                <td>
                  <code>{variable}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </Section>
  )
}
