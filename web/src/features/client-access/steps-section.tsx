import { useTranslation } from '../../lib/i18n.ts'
import { Section } from '../settings/form.public.tsx'
import styles from './client-access.module.css'

const programs = ['outlook', 'foxmail', 'thunderbird', 'apple', 'android'] as const

/** How each program is set up, in a few lines. */
export function StepsSection() {
  const { t } = useTranslation('client-access')
  return (
    <Section title={t('steps.title')}>
      {programs.map((program) => (
        <details key={program} className={styles.program}>
          <summary>{t(`steps.${program}.name`)}</summary>
          <ol>
            {t(`steps.${program}.text`)
              .split('\n')
              .map((step) => (
                <li key={step}>{step}</li>
              ))}
          </ol>
        </details>
      ))}
    </Section>
  )
}
