import { compose, type Sent } from '@hongyan/contract/compose'
import { errorText } from '@hongyan/contract/errors'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { onLineBack } from '../../../lib/line.ts'
import { useNavigate } from '../../../lib/router/hooks.ts'
import type { Uploads } from '../attachments/use-uploads.ts'
import {
  attachedFiles,
  type ComposeContent,
  contentRequest,
  sentFiles,
} from '../draft/compose-content.ts'
import { allRecipients, type Recipients } from '../recipients/recipients.ts'
import type { ComposeParams } from '../screen/open-compose.ts'
import type { Composer } from '../screen/use-compose.ts'
import {
  findProblem,
  findQuestions,
  type ProblemField,
  type SendFacts,
  type SendProblem,
  type SendQuestion,
} from './compose-checks.ts'
import { sayItIsSent } from './say-it-is-sent.ts'
import { type EncryptMail, type PinAsked, useEncryption } from './use-encryption.ts'
import { useLostAnswer } from './use-lost-answer.ts'
import { type AnswerAsked, useSendAnswer } from './use-send-answer.ts'

export interface Problem {
  /** Null for an answer of the server that belongs to no field. */
  field: ProblemField | null
  text: string
  /** Nothing but the server's absence: over when that is over. */
  ofLine?: boolean
}

export interface Asked {
  question: SendQuestion
  answer: (yes: boolean) => void
}

export interface Sending {
  /** @param scheduledTime ISO 8601; absent: now */
  send: (scheduledTime?: string) => Promise<void>
  problem: Problem | null
  clearProblem: () => void
  asked: Asked | null
  pinAsked: PinAsked | null
  answerAsked: AnswerAsked | null
  sending: boolean
}

interface SendInput {
  composer: Composer
  uploads: Uploads
  params: ComposeParams
  /** The screen goes away: the mail is on its way. */
  leave: () => void
}

/** Checks, asks, sends once, and offers to take it back. Whatever fails, the screen stays as it is. */
export function useSend({ composer, uploads, params, leave }: SendInput): Sending {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { pinAsked, isPreparing, prepare } = useEncryption()
  const { answerAsked, mends } = useSendAnswer()
  const navigate = useNavigate()
  const { keeper } = composer
  const sending = composer.draft.kind === 'sending'

  const heard = (reply: Sent): void => {
    keeper.finish()
    leave()
    sayItIsSent(reply, navigate)
  }
  useEffect(() => onLineBack(() => setProblem((now) => (now?.ofLine ? null : now))), [])
  useLostAnswer({ composer, read: () => asSent(composer.read()), heard })

  const ask = (question: SendQuestion): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (yes: boolean) => {
        setAsked(null)
        resolve(yes)
      }
      setAsked({ question, answer })
    })

  /** Every question before sending was answered with yes. */
  const agrees = async (facts: SendFacts): Promise<boolean> => {
    for (const question of findQuestions(facts)) {
      if (await ask(question)) continue
      if (question.kind === 'empty') composer.editor.current?.focus('keep')
      return false
    }
    return true
  }

  const deliver = async (
    content: ComposeContent,
    scheduledTime: string | undefined,
    encrypt: EncryptMail | null,
  ): Promise<void> => {
    const draftId = await keeper.beginSend()
    try {
      const request = contentRequest(content)
      const encryptedFileId = await encrypt?.(request)
      const reply = await call(compose.send, {
        body: {
          ...request,
          ...(encryptedFileId === undefined ? {} : { encryptedFileId }),
          ...(draftId === null ? {} : { draftId }),
          ...(scheduledTime === undefined ? {} : { scheduledTime }),
          sendKey: keeper.sendKey,
        },
      })
      heard(reply)
    } catch (error) {
      const problem = problemOf(error)
      keeper.sendFailed(problem.isRefused)
      if (await mends(error, keeper.sendKey)) return deliver(content, scheduledTime, encrypt)
      setProblem(problem)
    }
  }

  const sendOff = async (content: ComposeContent, scheduledTime?: string): Promise<void> => {
    const encryption = await prepare(content)
    if (encryption.kind === 'refused') setProblem({ field: null, text: encryption.text })
    if (encryption.kind === 'ready') await deliver(content, scheduledTime, encryption.encrypt)
  }

  const send = async (scheduledTime?: string): Promise<void> => {
    if (sending || asked !== null || answerAsked !== null || isPreparing) return
    const content = composer.read()
    const facts = {
      ...factsOf(content, composer, uploads),
      lacksLabel: lacksLabel(content, params),
    }
    const found = findProblem(facts, params)
    setProblem(found === null ? null : { field: found.field, text: problemText(found) })
    if (found !== null) return
    if (content.authorisation?.hasPassword && content.authorisation.readPassword === '') {
      setProblem({ field: null, text: translate('compose:authorise.passwordAgain') })
      return
    }
    if (await agrees(facts)) await sendOff(asSent(content), scheduledTime)
  }

  return {
    send,
    problem,
    clearProblem: () => setProblem(null),
    asked,
    pinAsked,
    answerAsked,
    sending,
  }
}

/** What the server, or its absence, said to a mail. */
function problemOf(error: unknown): Problem & { isRefused: boolean } {
  const kind = error instanceof ApiError ? error.kind : null
  const text = error instanceof Error ? error.message : String(error)
  return { field: null, text, ofLine: kind === 'offline', isRefused: kind === 'refused' }
}

function factsOf(
  content: ComposeContent,
  composer: Composer,
  uploads: Uploads,
): Omit<SendFacts, 'lacksLabel'> {
  const failed = uploads.list.filter((one) => one.error !== null).length
  return {
    recipients: allRecipients(content.recipients),
    subject: content.subject,
    newText: composer.editor.current?.getNewText() ?? '',
    isReply: content.writeMode.startsWith('reply'),
    hasMore: /<(?:img|table|hr)\b/i.test(content.html),
    attachments: attachedFiles(content).length + uploads.list.length,
    uploading: uploads.list.length - failed + uploads.picturesRunning,
    failed,
    bytes: sentFiles(content).reduce((sum, file) => sum + file.size, 0),
  }
}

const lacksLabel = ({ sensitivity }: ComposeContent, params: ComposeParams): boolean =>
  params.sensitivity?.required === true &&
  !params.sensitivity.labels.some(({ key }) => key === sensitivity)

function problemText(problem: SendProblem): string {
  if ('text' in problem) return translate(`compose:files.${problem.text}`)
  return errorText(problem.error, currentLanguage(), problem.details)
}

/** Only to valid addresses. */
function asSent(content: ComposeContent): ComposeContent {
  const { to, cc, bcc } = content.recipients
  const recipients: Recipients = {
    to: to.filter((one) => one.valid),
    cc: cc.filter((one) => one.valid),
    bcc: bcc.filter((one) => one.valid),
  }
  return { ...content, recipients }
}
