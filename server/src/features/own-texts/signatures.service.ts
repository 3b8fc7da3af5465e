import { limits } from '@hongyan/contract/limits'
import type { Signature, SignatureUse } from '@hongyan/contract/signatures'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import { lockOwnTexts } from './own-pictures.queries.ts'
import { type OwnPictures, type OwnTextFile, organisationAccount } from './own-pictures.service.ts'
import { isEmptyText, ownTextInTurns } from './own-text-html.ts'
import {
  type Choice,
  choicesOf,
  deleteSignature,
  dropChoice,
  insertSignature,
  type SignatureRow,
  signatureById,
  signaturesOf,
  updateSignature,
  writeChoice,
} from './signatures.queries.ts'

interface Options {
  database: Database
  ownPictures: OwnPictures
}

export interface SignatureInput {
  signId?: number | undefined
  name: string
  content: string
  isDefault?: boolean | undefined
  isReplyDefault?: boolean | undefined
}

/** A signature with its pictures, to be put into a mail. */
export interface ChosenSignature {
  id: number
  name: string
  content: string
  pictures: OwnTextFile[]
}

/** Signatures of a user, and those of the organisation that everybody may use and only the administrator changes. */
export type Signatures = ReturnType<typeof createSignatures>

export function createSignatures(options: Options) {
  const { database } = options
  return {
    own: (accountId: AccountId) => list(options, accountId, accountId),
    system: (accountId: AccountId) => list(options, accountId, organisationAccount),
    /** @throws sign.no-name, sign.empty, sign.too-many, sign.system, item.not-found */
    save: (accountId: AccountId, input: SignatureInput) => save(options, accountId, input),
    /** @throws sign.system, item.not-found */
    remove: (accountId: AccountId, id: number): Promise<void> =>
      database.transaction(async (tx) => {
        await lockOwnTexts(tx, accountId)
        if ((await deleteSignature(tx, accountId, id)) === 0) throw await refusal(tx, id)
        await dropChoice(tx, id)
      }),
    /** @throws item.not-found when it is neither own nor the organisation's */
    choose: (accountId: AccountId, use: SignatureUse, id: number | null): Promise<void> =>
      database.transaction(async (tx) => {
        await lockOwnTexts(tx, accountId)
        const known = id === null || (await signatureById(tx, visibleTo(accountId), id))
        if (!known) throw new AppError('item.not-found')
        await choose(tx, accountId, use === 'new' ? { forNew: id } : { forReply: id })
      }),
    /** The signature of that id, or the one chosen for the use; null for none. @throws item.not-found */
    forMail: async (
      accountId: AccountId,
      wanted: { id: number } | { use: SignatureUse },
    ): Promise<ChosenSignature | null> => {
      const id = 'id' in wanted ? wanted.id : await chosenFor(database, accountId, wanted.use)
      const row = id === null ? null : await signatureById(database, visibleTo(accountId), id)
      if (!row && 'id' in wanted) throw new AppError('item.not-found')
      if (!row) return null
      const { name, content } = row
      const pictures = await options.ownPictures.load(row.accountId, row.pictureIds)
      return { id: row.id, name, content, pictures }
    },
  }
}

const visibleTo = (accountId: AccountId): AccountId[] => [accountId, organisationAccount]

async function chosenFor(db: Db, accountId: AccountId, use: SignatureUse): Promise<number | null> {
  const choice = await choiceOf(db, accountId)
  return use === 'new' ? choice.forNew : choice.forReply
}

/** What the account chose, or else the organisation for everybody. */
async function choiceOf(db: Db, accountId: AccountId): Promise<Choice> {
  const found = await choicesOf(db, visibleTo(accountId))
  const [first] = found.sort((one, other) => other.accountId - one.accountId)
  return { forNew: first?.forNew ?? null, forReply: first?.forReply ?? null, accountId }
}

const choose = async (
  db: Db,
  accountId: AccountId,
  change: Partial<Pick<Choice, 'forNew' | 'forReply'>>,
): Promise<number> => writeChoice(db, { ...(await choiceOf(db, accountId)), ...change })

/** Why a signature cannot be changed: it is the organisation's, or not there. */
async function refusal(db: Db, id: number): Promise<AppError> {
  const system = await signatureById(db, [organisationAccount], id)
  return new AppError(system ? 'sign.system' : 'item.not-found')
}

async function list(
  { database, ownPictures }: Options,
  accountId: AccountId,
  owner: AccountId,
): Promise<Signature[]> {
  const [rows, choice] = [await signaturesOf(database, owner), await choiceOf(database, accountId)]
  const pictures = await ownPictures.find(
    owner,
    rows.flatMap((row) => row.pictureIds),
  )
  return rows.map((row) => ({
    signId: row.id,
    name: row.name,
    content: row.content,
    pictures: pictures
      .filter((one) => row.pictureIds.includes(one.id))
      .map((one) => ownPictures.described(owner, one)),
    isSystem: owner === organisationAccount,
    isDefault: choice.forNew === row.id,
    isReplyDefault: choice.forReply === row.id,
  }))
}

async function save(
  options: Options,
  accountId: AccountId,
  input: SignatureInput,
): Promise<Signature> {
  const name = input.name.trim()
  if (name === '') throw new AppError('sign.no-name')
  const content = await ownTextInTurns(input.content)
  if (isEmptyText(content)) throw new AppError('sign.empty')
  const id = await options.database.transaction(async (tx) => {
    await lockOwnTexts(tx, accountId)
    const pictures = await options.ownPictures.shownIn(tx, accountId, content)
    const row = { name, content, pictureIds: pictures.map((one) => one.id) }
    const saved = await write(tx, accountId, { ...row, id: input.signId })
    await changeDefaults(tx, accountId, { id: saved, input })
    return saved
  })
  const saved = (await list(options, accountId, accountId)).find((one) => one.signId === id)
  if (!saved) throw new AppError('item.not-found')
  return saved
}

async function write(
  tx: Db,
  accountId: AccountId,
  {
    id,
    ...row
  }: Pick<SignatureRow, 'name' | 'content' | 'pictureIds'> & { id: number | undefined },
): Promise<number> {
  if (id === undefined) {
    if ((await signaturesOf(tx, accountId)).length >= limits.signatures)
      throw new AppError('sign.too-many', { max: String(limits.signatures) })
    return insertSignature(tx, accountId, row)
  }
  if ((await updateSignature(tx, accountId, { ...row, id })) === 0) throw await refusal(tx, id)
  return id
}

/** True makes it the default, false takes that away, absent leaves it. */
async function changeDefaults(
  tx: Db,
  accountId: AccountId,
  { id, input }: { id: number; input: SignatureInput },
): Promise<void> {
  const now = await choiceOf(tx, accountId)
  const next = (wanted: boolean | undefined, before: number | null) =>
    wanted === undefined ? before : wanted ? id : before === id ? null : before
  const forNew = next(input.isDefault, now.forNew)
  const forReply = next(input.isReplyDefault, now.forReply)
  if (forNew !== now.forNew || forReply !== now.forReply)
    await writeChoice(tx, { accountId, forNew, forReply })
}
