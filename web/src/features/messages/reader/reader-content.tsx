import { compose } from '@hongyan/contract/compose'
import type { MessageDetail, MessageItem } from '@hongyan/contract/messages'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { whenIdle } from '../../../lib/idle.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { holdMail } from '../../../lib/let-go.ts'
import { useMay, useSettings } from '../../../lib/me.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { ShortAnswersPlace } from '../../assistant/beyond/short-answers.public.tsx'
import { TranslationPlace } from '../../assistant/beyond/translation.public.tsx'
import type { ReaderActions as Actions } from '../action-types.ts'
import { nameOf } from '../people.ts'
import { actionNeeds } from '../permitted-actions.ts'
import { AttachmentStrip } from './attachments/attachment-strip.tsx'
import { DeliveryStates } from './banners/delivery-states.tsx'
import { ReaderBanners } from './banners/reader-banners.tsx'
import { ReaderOffers } from './banners/reader-offers.tsx'
import { isSuspect } from './banners/tones.ts'
import { blankMail } from './blank-mail.ts'
import type { Withheld } from './frame/mail-frame.tsx'
import { listedOf } from './frame/pictures/inline-pictures.ts'
import { MeetingCard } from './meeting-card.tsx'
import { useOpenMail } from './open-mail.ts'
import styles from './reader.module.css'
import { ReaderBody } from './reader-body.tsx'
import { usePictures } from './use-pictures.ts'
import type { Rendering } from './use-rendering.ts'

// What only some mails have, or stands below the text: it comes after the text is read.
const AuthorisedPanel = lazyPart(
  () => import('../../authorised/authorised.public.ts'),
  'AuthorisedPanel',
)
const EncryptedPanel = lazyPart(() => import('../../smime/reading.public.ts'), 'EncryptedPanel')
const SignatureNote = lazyPart(() => import('../../smime/reading.public.ts'), 'SignatureNote')
const QuickReply = lazyPart(() => import('../../compose/reading.public.ts'), 'QuickReply')
const SentMailBar = lazyPart(() => import('../../compose/reading.public.ts'), 'SentMailBar')

interface ReaderContentProps {
  detail: MessageDetail
  /** Of how many openings it is the latest. */
  turn: number
  actions: Actions
  rendering: Rendering
}

const nothing: Withheld = { blocked: 0, pictures: 0, trackers: 0, hidden: 0 }

const isSame = (one: Withheld, other: Withheld): boolean =>
  one.blocked === other.blocked &&
  one.pictures === other.pictures &&
  one.trackers === other.trackers &&
  one.hidden === other.hidden

/** A mail below its header: what to know, what it says, what hangs on it. */
export function ReaderContent({ detail, turn, actions, rendering }: ReaderContentProps) {
  const smime = useSettings()?.smimeEnable === 1 ? detail.smime : null
  const isClosed = smime === 'encrypted' || smime === 'opaque'
  const calm = useCalm()
  const may = useMay()
  const [withheld, setWithheld] = useState<Withheld>(nothing)
  const { allowed, sources, allow } = usePictures(detail, withheld.pictures > 0, turn)
  useShortcuts({ pictures: () => void allow('message') })
  // The same is said of most mails: everything around the text is not drawn again for it.
  const onWithheld = useCallback(
    (what: Withheld) => setWithheld((now) => (isSame(now, what) ? now : what)),
    [],
  )
  const { unsafeHtml, text, attachments, mailFrom } = detail
  const source = useMemo(
    () => ({ unsafeHtml, text, attachments, from: mailFrom.address }),
    [unsafeHtml, text, attachments, mailFrom.address],
  )
  const shown = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next mail may say the same
  useEffect(() => holdMail(unsafeHtml), [detail.mailId, unsafeHtml])
  const item: MessageItem = { sortValues: '', optType: '', ...detail }
  // Who may not report from this mailbox may call it spam.
  const report = () =>
    may(actionNeeds.report) ? actions.on(item).report() : actions.on(item).spam(true)
  useOpenMail(detail.isAuthorised || isClosed ? null : detail, shown, report)
  const listed = useMemo(() => listedOf(attachments, unsafeHtml ?? ''), [attachments, unsafeHtml])
  return (
    <>
      <ReaderBanners
        detail={detail}
        withheld={unsafeHtml === null ? nothing : withheld}
        picturesAllowed={allowed}
        onAllow={(how) => void allow(how)}
        onEditDraft={() => actions.write('editAgain', detail.mailId)}
        onReport={report}
        onDelete={() => actions.remove(detail)}
      />
      <TranslationPlace mailId={detail.mailId} />
      {detail.meeting && <MeetingCard meeting={detail.meeting} />}
      <ReaderOffers detail={detail} />
      <DeliveryStates key={detail.mailId} recipients={detail.recipients} />
      {detail.submissionId !== null && (
        <SentMailBar
          mailId={detail.mailId}
          submissionId={detail.submissionId}
          stamp={detail.recipients.map((one) => one.state).join()}
          isAuthorised={detail.isAuthorised}
        />
      )}
      {smime !== null && !isClosed && <SignatureNote key={`s${detail.mailId}`} detail={detail} />}
      {/* Not keyed: the frame is made once and then filled with one mail after the other. */}
      {detail.isAuthorised ? (
        <AuthorisedPanel key={`a${detail.mailId}.${turn}`} mailId={detail.mailId} />
      ) : isClosed ? (
        <EncryptedPanel
          key={`e${detail.mailId}.${turn}`}
          detail={detail}
          dark={rendering.dark}
          zoom={rendering.zoom}
        />
      ) : (
        <div ref={shown} className={styles.around}>
          <ReaderBody
            source={source}
            onWithheld={onWithheld}
            sources={sources}
            dark={rendering.dark}
            zoom={rendering.zoom}
            turn={turn}
          />
        </div>
      )}
      {!isClosed && (
        <AttachmentStrip key={`f${detail.mailId}`} attachments={listed} zipUrl={detail.zipUrl} />
      )}
      {calm && !isClosed && may(compose.quickSend) && canAnswer(detail) && (
        <>
          <ShortAnswersPlace detail={detail} />
          <QuickReply
            key={`q${detail.mailId}`}
            mailId={detail.mailId}
            box={detail.mailboxId}
            to={nameOf(detail.replyTo[0] ?? detail.mailFrom)}
            canReplyAll={detail.mailTo.length + detail.mailCc.length > 1}
          />
        </>
      )}
    </>
  )
}

/** Not one's own mail, and nothing that is better not answered at all. */
const canAnswer = (detail: MessageDetail): boolean =>
  detail !== blankMail && !detail.draft && detail.submissionId === null && !isSuspect(detail)

/** False until the page has drawn the first mail: what stands below its text does not compete with it. */
function useCalm(): boolean {
  const [calm, setCalm] = useState(false)
  useEffect(() => whenIdle(() => setCalm(true)), [])
  return calm
}
