import type { ComposeFile, ComposeStart } from '@hongyan/contract/compose'
import type { Person } from '@hongyan/contract/fields'
import { limits } from '@hongyan/contract/limits'
import type { WriteMode } from '@hongyan/contract/write-modes'
import type { Address } from '@hongyan/mime/types'
import { AppError } from '../../../platform/errors.ts'
import { asId, type MessageId, type SubmissionId } from '../../../platform/ids.ts'
import { stepByStep } from '../../../platform/in-turns.ts'
import { textInPieces } from '../../../platform/json/json-in-turns.ts'
import { freeNames } from '../../../platform/names/unique-names.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import { readPerson } from '../content/compose-checks.ts'
import {
  emptyContent,
  type KeptContent,
  readKept,
  type Writer,
} from '../content/compose-content.ts'
import { textBlock, unsafeQuote } from '../content/quote.ts'
import {
  asFile,
  openSource,
  refuseForward,
  type SourceMail,
  sourceOf,
} from '../content/source-mail.ts'
import { forwardSubject, replySubject } from '../content/subjects.ts'
import type { MessageFile } from '../uploads/file-rules.ts'
import { type DraftRow, draftById, draftOfMessage } from './drafts.queries.ts'
import { takeBack } from './take-back.ts'

export interface StartRequest {
  mode: WriteMode
  mailId: number | undefined
  draftId: number | undefined
}

/** Everything the composer opens with. @throws item.not-found */
export async function start(
  deps: ComposeDeps,
  writer: Writer,
  { mode, mailId, draftId }: StartRequest,
): Promise<ComposeStart> {
  if (mode === 'new') return blank
  const isAgain = mode === 'editAgain' || mode === 'editAgainFromdraft'
  const back =
    isAgain && draftId === undefined ? await backFromSchedule(deps, writer, mailId) : null
  const draft = isAgain ? await findDraft(deps, writer, { mailId, draftId: back ?? draftId }) : null
  const kept = draft && readKept(draft.content)
  if (kept) {
    const { id, version } = draft
    const files = await deps.files.describe(writer, kept.fileIds)
    return asStart(kept, { draftId: id, version, files })
  }
  // A draft whose content cannot be read is a mail all the same, as one of another program is.
  const sourceId = mailId ?? draft?.messageId
  if (sourceId === undefined) throw new AppError('item.not-found')
  await refuseForward(deps, writer, { writeMode: mode, sourceMailId: sourceId })
  const source = await openSource(deps.mailstore, writer, sourceId)
  if (isAgain) return again(deps, writer, await originalOf(deps, writer, source))
  if (mode === 'reply' || mode === 'replyAll')
    return answer(deps, writer, { mailId: sourceId, source, mode })
  return forward(deps, writer, { mailId: sourceId, source, mode })
}

/** An entry that is no address stays as it was typed. */
const typed = (entry: string): Person => readPerson(entry) ?? { name: '', address: entry }

/** What the composer opens with, of content in the form in which it is kept. */
function asStart(
  { fileIds: _, hasPassword, authorisation, ...content }: KeptContent,
  draft: Pick<ComposeStart, 'draftId' | 'version' | 'files'>,
): ComposeStart {
  return {
    ...content,
    ...draft,
    mailTo: content.mailTo.map(typed),
    mailCc: content.mailCc.map(typed),
    mailBcc: content.mailBcc.map(typed),
    authorisation: authorisation && { ...authorisation, hasPassword },
    scheduledTime: content.scheduledTime ?? null,
    sourceMailId: content.sourceMailId ?? null,
  }
}

const blank = asStart(emptyContent, { draftId: null, version: 0, files: [] })

/** @throws draft.sent is not among the errors of this call: a sent draft opens as its mail does */
async function findDraft(
  { database }: ComposeDeps,
  { accountId }: Writer,
  { mailId, draftId }: Omit<StartRequest, 'mode'>,
): Promise<DraftRow | null> {
  if (draftId !== undefined) {
    const draft = await draftById(database, accountId, draftId)
    if (!draft || draft.sentSubmissionId !== null) throw new AppError('item.not-found')
    return draft
  }
  return mailId === undefined ? null : draftOfMessage(database, accountId, asId(mailId))
}

/** A scheduled mail that is edited is cancelled and a draft again (G85). @returns the draft; null for other mail */
async function backFromSchedule(
  deps: ComposeDeps,
  writer: Writer,
  mailId: number | undefined,
): Promise<number | null> {
  if (mailId === undefined) return null
  const [row] = await deps.mailstore.rows(writer, [asId(mailId)])
  if (!row || row.submissionId === null) return null
  const status = await deps.outbox.status(writer.accountId, row.submissionId)
  return status?.state === 'scheduled' ? takeBack(deps, writer, status) : null
}

/** The sender's copy of a read-limited mail is a notice: its own author goes on with the original. */
async function originalOf(
  { mailstore, authorised }: ComposeDeps,
  { accountId }: Writer,
  source: SourceMail,
): Promise<SourceMail> {
  const { id, isDraft: draft, submissionId, authentication } = source
  if (!source.isNotice || submissionId === null) return source
  const raw = await authorised.original(accountId, submissionId)
  if (raw === null) return source
  return sourceOf(
    mailstore,
    { id, draft, submissionId, authentication },
    { raw, ...(await mailstore.openRaw(raw)) },
  )
}

/** A mail that was sent, or a draft of another program, as a new one. */
async function again(deps: ComposeDeps, writer: Writer, source: SourceMail): Promise<ComposeStart> {
  const { accountId } = writer
  const { envelope, submissionId } = source
  const { html, paperId, contentId } = await offItsPaper(deps, accountId, source)
  return {
    ...blank,
    mailTo: people(envelope.to),
    mailCc: people(envelope.cc),
    mailBcc:
      submissionId === null
        ? people(envelope.bcc)
        : await blindRecipients(deps, accountId, submissionId),
    mailSubject: envelope.subject,
    html: '',
    // The mail as it was, untouched; the user writes before it or lets it be.
    quotedHtml: html ?? (await preText(source.text)),
    // A mail of text alone is one again.
    plainText: html === null && source.text !== null,
    paperId,
    files: await deps.files.takeOver(writer, {
      source: source.id,
      files: source.files.filter((file) => contentId === null || file.contentId !== contentId),
    }),
    writeMode: 'editAgain',
    sensitivity: await labelOf(deps, writer, source),
  }
}

/** A mail on a paper that is still there is written on it again, not on its picture. */
async function offItsPaper(
  { ownTexts }: ComposeDeps,
  accountId: Writer['accountId'],
  { html, submissionId }: SourceMail,
): Promise<{ html: string | null; paperId: string; contentId: string | null }> {
  const found = html === null || submissionId === null ? null : ownTexts.unframed(html)
  const isThere = found && (await ownTexts.frame(accountId, found.paperId))
  return found && isThere ? found : { html, paperId: '', contentId: null }
}

/** Key of the label of a mail that this one is made from; '' for none that is to be believed. */
async function labelOf(
  { approval }: ComposeDeps,
  { accountId }: Writer,
  { isDraft: draft, submissionId, authentication, envelope, raw, bodyStart }: SourceMail,
): Promise<string> {
  const label = await approval.sensitivity.labelOf(accountId, {
    row: { draft, submissionId, authentication },
    header: raw.subarray(0, bodyStart),
    from: envelope.from[0]?.address ?? '',
  })
  return label?.key ?? ''
}

/** What is answered or passed on keeps its label, unless its writer says otherwise. */
async function labelled(deps: ComposeDeps, writer: Writer, source: SourceMail) {
  const key = await labelOf(deps, writer, source)
  return { sensitivity: key, sourceSensitivity: key }
}

async function blindRecipients(
  { outbox }: ComposeDeps,
  accountId: Writer['accountId'],
  id: SubmissionId,
): Promise<Person[]> {
  const rows = await outbox.recipients(accountId, id)
  return rows.filter((one) => one.kind === 'bcc').map(({ name, address }) => ({ name, address }))
}

interface Based {
  mailId: number
  source: SourceMail
  mode: WriteMode
}

/** The alias that a mail was written to, or from: it is answered from there. '' where the own address is among them. */
function aliasIn(people: readonly Address[], own: ReadonlySet<string>, main: string): string {
  const named = people.map(({ address }) => address.toLowerCase())
  if (named.includes(main.toLowerCase())) return ''
  return named.find((address) => own.has(address)) ?? ''
}

async function answer(
  deps: ComposeDeps,
  writer: Writer,
  { mailId, source, mode }: Based,
): Promise<ComposeStart> {
  const own = new Set(await deps.directory.addressesOf(writer.accountId))
  const isOwn = ({ address }: Address) => own.has(address.toLowerCase())
  const { from, replyTo, to, cc, subject } = source.envelope
  // An answer to one's own mail goes to those it was written to.
  const isMine = from.length > 0 && from.every(isOwn)
  const direct = isMine ? to : replyTo.length > 0 ? replyTo : from
  const all = mode === 'replyAll'
  const mailTo = distinct(all && !isMine ? [...direct, ...to.filter((one) => !isOwn(one))] : direct)
  const taken = new Set(mailTo.map((one) => one.address.toLowerCase()))
  const others = all ? cc.filter((one) => !isOwn(one)) : []
  const { subjectPrefix, ...settings } = await deps.settings.of(writer.personId)
  const quoted = await quote(deps, writer, { source, kind: 'reply' })
  // What was written in secret is answered in secret, unless the writer decides otherwise.
  const encrypt =
    source.isEncrypted && settings.smimeEnable === 1 && settings.secretModeEnable === 1
  return {
    ...blank,
    mailFrom: encrypt ? '' : aliasIn(isMine ? from : [...to, ...cc], own, writer.address),
    mailTo,
    mailCc: distinct(others).filter((one) => !taken.has(one.address.toLowerCase())),
    mailSubject: replySubject(subject, subjectPrefix),
    quotedHtml: quoted,
    files:
      quoted === ''
        ? []
        : await deps.files.takeOver(writer, { source: source.id, files: shownFiles(source) }),
    encrypt,
    ...(await labelled(deps, writer, source)),
    writeMode: mode,
    sourceMailId: mailId,
  }
}

async function forward(
  deps: ComposeDeps,
  writer: Writer,
  { mailId, source, mode }: Based,
): Promise<ComposeStart> {
  const whole = mode === 'forwardAsAttachment'
  const { subjectPrefix, forwardWithOriginal } = await deps.settings.of(writer.personId)
  const wanted = forwardWithOriginal === 1
  const quoted = whole ? '' : await quote(deps, writer, { source, kind: 'forward' })
  // What could not be shown whole is sent along whole.
  const cut = wanted && (source.truncated || quoted === '')
  const shown = wanted ? source.files : source.files.filter(({ contentId }) => contentId === null)
  const files = whole ? [asFile(source)] : [...shown, ...(cut ? [asFile(source)] : [])]
  const language = subjectPrefix === 'auto' ? writer.language : subjectPrefix
  return {
    ...blank,
    mailSubject: forwardSubject(source.envelope.subject, language),
    quotedHtml: quoted,
    files: await takeOverNamed(deps, writer, { source: source.id, files }),
    ...(await labelled(deps, writer, source)),
    writeMode: mode,
    sourceMailId: mailId,
  }
}

/** Empty when the user wants no originals, and when one is longer than what a composer takes back. */
async function quote(
  { settings }: ComposeDeps,
  { personId, language }: Writer,
  { source, kind }: { source: SourceMail; kind: 'reply' | 'forward' },
): Promise<string> {
  if (source.isNotice && kind === 'reply') return ''
  const chosen = await settings.of(personId)
  const { timeZone, timeFormat, subjectPrefix } = chosen
  if ((kind === 'reply' ? chosen.replyWithOriginal : chosen.forwardWithOriginal) !== 1) return ''
  const { envelope, html, text } = source
  const words = subjectPrefix === 'auto' ? language : subjectPrefix
  const quoted = await stepByStep(
    unsafeQuote({ ...envelope, html, text }, { language: words, timeZone, timeFormat, kind }),
  )
  const letters = quoted.reduce((sum, { length }) => sum + length, 0)
  return letters <= limits.draftBody ? textInPieces(quoted) : ''
}

/** Pictures that the original shows. */
const shownFiles = ({ files }: SourceMail): MessageFile[] =>
  files.filter((file) => file.contentId !== null)

/** Two files of one name are told apart, since sending refuses them (COMPOSE-16). */
function takeOverNamed(
  { files: waiting }: ComposeDeps,
  writer: Writer,
  { source, files }: { source: MessageId; files: readonly MessageFile[] },
): Promise<ComposeFile[]> {
  const free = freeNames()
  const named = files.map((file) =>
    file.contentId === null ? { ...file, fileName: free(file.fileName) } : file,
  )
  return waiting.takeOver(writer, { source, files: named })
}

const people = (list: readonly Address[]): Person[] =>
  list.filter(({ address }) => address !== '').map(({ name, address }) => ({ name, address }))

function distinct(list: readonly Address[]): Person[] {
  const byAddress = new Map(people(list).map((one) => [one.address.toLowerCase(), one]))
  return [...byAddress.values()]
}

const preText = async (text: string | null): Promise<string> =>
  text === null || text === '' ? '' : textInPieces(await stepByStep(textBlock(text)))
