import { consoleContract as api } from '@hongyan/contract/console'
import type { FourEyes } from '@hongyan/contract/console-exports'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import type { Me } from '../console-state.ts'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'

interface FourEyesBannerProps {
  me: Me
  fourEyes: FourEyes
}

/** Whether a second person has to agree, and the switch for who may turn it. */
export function FourEyesBanner({ me, fourEyes: { on, offAskedBy, alone } }: FourEyesBannerProps) {
  const { t } = useTranslation('console-exports')
  const question = useQuestion()
  const { error, save } = useSaving()
  const turns = (api.switchFourEyes.may as readonly string[]).includes(me.role)
  const agrees = offAskedBy !== '' && offAskedBy !== me.address
  const turnOn = () => save(() => ask(api.switchFourEyes, { body: { on: true } }))
  const turnOff = () =>
    question.put({
      title: t('fourEyes.offTitle'),
      text: t(agrees ? 'fourEyes.agreeText' : alone ? 'fourEyes.aloneText' : 'fourEyes.offText'),
      confirm: t(agrees ? 'fourEyes.agree' : 'fourEyes.turnOff'),
      work: () => ask(api.switchFourEyes, { body: { on: false } }),
    })
  const state = !on ? t('fourEyes.off') : t('fourEyes.on')
  const buttons = (
    <div className={styles.inline}>
      {on && (offAskedBy === '' || agrees) && (
        <Button size="sm" onClick={turnOff}>
          {t(agrees ? 'fourEyes.agree' : 'fourEyes.turnOff')}
        </Button>
      )}
      {(!on || offAskedBy !== '') && (
        <Button size="sm" onClick={turnOn}>
          {t(on ? 'fourEyes.keep' : 'fourEyes.turnOn')}
        </Button>
      )}
    </div>
  )
  return (
    <>
      <Banner tone={on && offAskedBy === '' ? 'info' : 'warn'} action={turns && buttons}>
        {offAskedBy === '' ? state : t('fourEyes.asked', { who: offAskedBy })}
      </Banner>
      {error && <Banner tone="danger">{error}</Banner>}
      {question.dialog}
    </>
  )
}
