import type { MessageDetail } from '@hongyan/contract/messages'
import { reader } from '@hongyan/contract/reader'
import { hostOf } from '@hongyan/mime/html/link-text'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../../lib/api.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useMay } from '../../../../lib/me.ts'
import { queryClient } from '../../../../lib/queries.ts'
import { useNavigate } from '../../../../lib/router/hooks.ts'
import { tellTrouble } from '../../../../lib/trouble.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { iconCheck, iconMail, iconMailOpen } from '../../../../ui/icons.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { mailtoPath } from '../../compose-path.ts'
import { nameOf, plainLine } from '../../people.ts'
import { followLink } from '../links/follow-link.ts'
import styles from '../reader.module.css'

/** What the mail asks or offers: a read receipt, leaving its list. */
export function ReaderOffers({ detail }: { detail: MessageDetail }) {
  const may = useMay()
  const receipt = may(reader.receipt) && detail.receipt
  const unsubscribe = may(reader.unsubscribe) && detail.unsubscribe
  if (!receipt && !unsubscribe) return null
  return (
    <div className={styles.offers}>
      {receipt && <Receipt key={detail.mailId} detail={detail} />}
      {unsubscribe && <Unsubscribe key={`u${detail.mailId}`} detail={detail} />}
    </div>
  )
}

/** READ-06: sent when the reader says so, or without a question where that is the setting. */
function Receipt({ detail }: { detail: MessageDetail }) {
  const { t } = useTranslation('reader')
  const { mailId, receipt } = detail
  const [busy, setBusy] = useState(false)
  const answer = async (choice: 'send' | 'ignore') => {
    setBusy(true)
    try {
      await call(reader.receipt, { body: { mailId, answer: choice } })
      queryClient.setQueryData<MessageDetail>(
        ['mail', mailId],
        (mail) => mail && { ...mail, receipt: null },
      )
      if (choice === 'send') toast({ kind: 'info', text: t('receipt.sent') })
    } catch (error) {
      setBusy(false)
      tellTrouble(error)
    }
  }
  const auto = useRef(receipt?.auto === true ? answer : null)
  useEffect(() => {
    const send = auto.current
    auto.current = null
    void send?.('send')
  }, [])
  if (!receipt || receipt.auto) return null
  return (
    <Banner
      tone="info"
      icon={iconMailOpen}
      action={
        <span className={styles.bannerActions}>
          <Button size="sm" busy={busy} onClick={() => void answer('send')}>
            {t('receipt.send')}
          </Button>
          <Button size="sm" kind="quiet" disabled={busy} onClick={() => void answer('ignore')}>
            {t('receipt.ignore')}
          </Button>
        </span>
      }
    >
      {t(
        nameOf(receipt.to) === plainLine(receipt.to.address) ? 'receipt.askedBy' : 'receipt.asked',
        {
          name: nameOf(receipt.to),
          address: plainLine(receipt.to.address),
        },
      )}
    </Banner>
  )
}

/** One click where the sender allows it, else a mail to be written or a page to be visited; always after a question. */
function Unsubscribe({ detail }: { detail: MessageDetail }) {
  const { t } = useTranslation('reader')
  const navigate = useNavigate()
  const { unsubscribe, mailFrom, mailId } = detail
  const [state, setState] = useState<'idle' | 'asking' | 'busy' | 'done'>('idle')
  if (!unsubscribe) return null
  const { way, target } = unsubscribe
  const sender = nameOf(mailFrom)
  const post = async () => {
    setState('busy')
    try {
      await call(reader.unsubscribe, { body: { mailId } })
      setState('done')
    } catch (error) {
      setState('idle')
      tellTrouble(error)
    }
  }
  const go = () => {
    if (way === 'post') return void post()
    setState('idle')
    if (way === 'mail') void navigate(mailtoPath(target))
    else followLink({ href: target, text: '' }, mailFrom.address)
  }
  const shown =
    way === 'mail' ? addressOf(target) : way === 'link' ? (hostOf(target) ?? '') : target
  return (
    <>
      <Banner
        tone="info"
        icon={state === 'done' ? iconCheck : iconMail}
        action={
          state !== 'done' && (
            <Button size="sm" busy={state === 'busy'} onClick={() => setState('asking')}>
              {t('unsubscribe.action')}
            </Button>
          )
        }
      >
        {t(state === 'done' ? 'unsubscribe.done' : 'unsubscribe.offer', { sender })}
      </Banner>
      {state === 'asking' && (
        <ConfirmDialog
          title={t('unsubscribe.title')}
          words={{
            close: t('common:close'),
            cancel: t('common:cancel'),
            confirm: t(`unsubscribe.confirm.${way}`),
          }}
          onCancel={() => setState('idle')}
          onConfirm={go}
        >
          {t(`unsubscribe.question.${way}`, { sender, target: plainLine(shown) })}
        </ConfirmDialog>
      )}
    </>
  )
}

const addressOf = (mailto: string): string => mailto.replace(/^mailto:/i, '').split('?')[0] ?? ''
