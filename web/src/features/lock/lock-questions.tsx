import { limits } from '@hongyan/contract/limits'
import { lock as contract } from '@hongyan/contract/lock'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { noteDeed } from '../../lib/last-deed.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type LockQuestion, lockScreen, useLock } from './lock-state.public.ts'

const put = () => useLock.setState({ question: null })

interface LockQuestionsProps {
  question: LockQuestion
  go: (path: string) => void
}

/** What is asked before the screen is locked. */
export function LockQuestions({ question, go }: LockQuestionsProps) {
  if (question === 'notice') return <Notice />
  return question === 'lock' ? <LockNow /> : <NoPassword go={go} />
}

/** The screen locks in 5 seconds unless somebody says no, who is there then (SECURITY-15, G67). */
function Notice() {
  const { t } = useTranslation('lock')
  useEffect(() => {
    const timer = setTimeout(() => void lockScreen(), limits.lockNotice)
    return () => clearTimeout(timer)
  }, [])
  const stay = () => {
    noteDeed()
    put()
    void call(contract.isAutoLock, { body: { idle: 0 } }).catch(() => undefined)
  }
  return (
    <ConfirmDialog
      title={t('title')}
      words={{ close: t('common:close'), cancel: t('stay'), confirm: t('lockNow') }}
      onCancel={stay}
      onConfirm={() => void lockScreen()}
      danger
    >
      <p>{t('notice')}</p>
    </ConfirmDialog>
  )
}

function LockNow() {
  const { t } = useTranslation('lock')
  return (
    <ConfirmDialog
      title={t('title')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), confirm: t('lockNow') }}
      onCancel={put}
      onConfirm={() => void lockScreen()}
    >
      <p>{t('question')}</p>
    </ConfirmDialog>
  )
}

/** SECURITY-20. */
function NoPassword({ go }: { go: (path: string) => void }) {
  const { t } = useTranslation('lock')
  return (
    <ConfirmDialog
      title={t('title')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), confirm: t('toSettings') }}
      onCancel={put}
      onConfirm={() => {
        put()
        go('/set/accountalias/4')
      }}
    >
      <p>{t('noPassword')}</p>
    </ConfirmDialog>
  )
}
