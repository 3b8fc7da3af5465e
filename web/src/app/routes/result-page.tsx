import { useTranslation } from '../../lib/i18n.ts'
import { useNavigate, useParams } from '../../lib/router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconCheck, iconWarning } from '../../ui/icons.ts'

/** /set/success/{status} (R54, ROUTES-31): how something ended; the specification names no statuses: `1` and `success` are good. */
export function ResultPage() {
  const { t } = useTranslation('shell')
  const { status = '' } = useParams()
  const navigate = useNavigate()
  const done = ['1', '200', 'success', 'true'].includes(status)
  return (
    <EmptyState
      isPage
      picture={<Icon icon={done ? iconCheck : iconWarning} size={48} />}
      tone={done ? 'ok' : 'warn'}
      title={t(done ? 'result.done' : 'result.failed')}
      text={t(done ? 'result.doneText' : 'result.failedText')}
      action={<Button onClick={() => void navigate('/set')}>{t('result.back')}</Button>}
    />
  )
}
