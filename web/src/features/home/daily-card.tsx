import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { iconSpark } from '../../ui/icons.ts'
import { useHasDaily } from '../assistant/daily/use-has-daily.public.ts'
import { Card } from './home-card.tsx'

/** Loaded once the screen stands: the assistant costs the home screen nothing. */
const DailyBrief = lazyPart(() => import('../assistant/daily/daily-brief.public.tsx'), 'DailyBrief')

/** The brief on the day; not there where the assistant is not. */
export function DailyCard() {
  const { t } = useTranslation('home')
  if (!useHasDaily()) return null
  return (
    <Card title={t('daily')} icon={iconSpark}>
      <DailyBrief />
    </Card>
  )
}
