import { randomUUID } from 'node:crypto'
import { limits } from '@hongyan/contract/limits'
import { builtInPapers } from '@hongyan/contract/papers'
import type { Paper, Template, TemplateItem } from '@hongyan/contract/templates'
import { htmlToTextInSteps } from '@hongyan/mime/html/html-text'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import { stepByStep } from '../../platform/in-turns.ts'
import { lockOwnTexts } from './own-pictures.queries.ts'
import {
  type IncomingPicture,
  type OwnPictures,
  type OwnTextFile,
  organisationAccount,
} from './own-pictures.service.ts'
import { isEmptyText, ownTextInTurns } from './own-text-html.ts'
import { builtInFrame, type PaperFrame, paperContentId, pictureFrame } from './paper-frame.ts'
import {
  deletePaper,
  deleteTemplate,
  insertPaper,
  insertTemplate,
  papersOf,
  type TemplateRow,
  templateById,
  templatesOf,
  updateTemplate,
} from './templates.queries.ts'

interface Options {
  database: Database
  ownPictures: OwnPictures
}

export interface TemplateInput {
  templateId?: number | undefined
  name: string
  subject: string
  content: string
  paperId: string
}

const previewLength = 120
/** What is looked at for it: most of that may be tags. */
const readForPreview = 64 * 1024

/** Letter templates and letter papers of a user. */
export type Templates = ReturnType<typeof createTemplates>

export function createTemplates(options: Options) {
  const { database, ownPictures } = options
  const find = async (accountId: AccountId, id: number): Promise<TemplateRow> => {
    const row = await templateById(database, accountId, id)
    if (!row) throw new AppError('item.not-found')
    return row
  }
  const info = async (accountId: AccountId, id: number): Promise<Template> => {
    const { pictureIds, content, ...row } = await find(accountId, id)
    const pictures = await ownPictures.find(accountId, pictureIds)
    return {
      ...asItem(row),
      content,
      pictures: pictures.map((one) => ownPictures.described(accountId, one)),
    }
  }
  return {
    list: async (accountId: AccountId) => (await templatesOf(database, accountId)).map(asItem),
    /** @throws item.not-found */
    info,
    /** @throws template.no-name, template.empty, template.too-many, paper.gone, item.not-found */
    save: async (accountId: AccountId, input: TemplateInput): Promise<Template> =>
      info(accountId, await save(options, accountId, input)),
    /** @throws item.not-found */
    remove: async (accountId: AccountId, id: number): Promise<void> => {
      if ((await deleteTemplate(database, accountId, id)) === 0)
        throw new AppError('item.not-found')
    },
    /** A template to be put into a mail. @throws item.not-found */
    forMail: async (accountId: AccountId, id: number) => {
      const { subject, content, paper, pictureIds } = await find(accountId, id)
      const paperId = isPaper(paper, await usablePapers(database, accountId)) ? paper : ''
      const pictures = await ownPictures.load(accountId, pictureIds)
      return { subject, content, paperId, pictures }
    },
    ...papers(options),
  }
}

const papers = (options: Options) => ({
  papers: async (accountId: AccountId): Promise<Paper[]> => {
    const own = await papersOf(options.database, accountId)
    const system = await papersOf(options.database, organisationAccount)
    return [
      ...builtInPapers.map(({ id }) => ({
        paperId: id,
        name: '',
        url: null,
        isSystem: true,
      })),
      ...system.map((row) => asPaper(options, organisationAccount, row)),
      ...own.map((row) => asPaper(options, accountId, row)),
    ]
  },
  systemPapers: async (): Promise<Paper[]> =>
    (await papersOf(options.database, organisationAccount)).map((row) =>
      asPaper(options, organisationAccount, row),
    ),
  /** @throws upload.empty, upload.not-picture, picture.too-many, paper.too-many */
  addPaper: async (
    accountId: AccountId,
    { name, ...picture }: IncomingPicture & { name: string },
  ): Promise<Paper> => {
    let id = 0
    const shown = paperName(name, picture.fileName)
    const { id: pictureId } = await options.ownPictures.add(accountId, picture, async (tx, row) => {
      if ((await papersOf(tx, accountId)).length >= limits.papers)
        throw new AppError('paper.too-many', { max: String(limits.papers) })
      id = await insertPaper(tx, accountId, { name: shown, pictureId: row.id })
    })
    return asPaper(options, accountId, { id, name: shown, pictureId })
  },
  /** @throws item.not-found */
  removePaper: async (accountId: AccountId, id: number): Promise<void> => {
    if ((await deletePaper(options.database, accountId, id)) === 0)
      throw new AppError('item.not-found')
  },
  /** What a mail on this paper is put into, and the picture it needs; null when the paper is not there. */
  frame: async (
    accountId: AccountId,
    paperId: string,
  ): Promise<(PaperFrame & { picture: OwnTextFile | null }) | null> => {
    const builtIn = builtInFrame(paperId)
    if (builtIn) return { ...builtIn, picture: null }
    const row = (await usablePapers(options.database, accountId)).find(
      (one) => String(one.id) === paperId,
    )
    const [picture] = row ? await options.ownPictures.load(row.accountId, [row.pictureId]) : []
    if (!row || !picture) return null
    const contentId = paperContentId(row.id, randomUUID())
    return { ...pictureFrame(contentId), picture: { ...picture, contentId } }
  },
})

/** Own ones, and those of the organisation. */
const usablePapers = async (db: Db, accountId: AccountId) => {
  const own = await papersOf(db, accountId)
  const system = await papersOf(db, organisationAccount)
  return [
    ...own.map((row) => ({ ...row, accountId })),
    ...system.map((row) => ({ ...row, accountId: organisationAccount })),
  ]
}

const asItem = ({
  id,
  name,
  subject,
  preview,
  paper,
}: Pick<TemplateRow, 'id' | 'name' | 'subject' | 'preview' | 'paper'>): TemplateItem => ({
  templateId: id,
  name,
  subject,
  preview,
  paperId: paper,
})

const asPaper = (
  { ownPictures }: Options,
  accountId: AccountId,
  { id, name, pictureId }: { id: number; name: string; pictureId: number },
): Paper => ({
  paperId: String(id),
  name,
  url: ownPictures.link(accountId, pictureId),
  isSystem: accountId === organisationAccount,
})

const paperName = (name: string, fileName: string): string =>
  (name.trim() || fileName.replace(/\.\w{1,5}$/, '').trim())
    .replaceAll('\u0000', '')
    .toWellFormed()
    .slice(0, limits.paperName)
    .toWellFormed()

const isPaper = (paperId: string, own: readonly { id: number }[]): boolean =>
  paperId === '' || builtInFrame(paperId) !== null || own.some((one) => String(one.id) === paperId)

async function save(
  { database, ownPictures }: Options,
  accountId: AccountId,
  input: TemplateInput,
): Promise<number> {
  const name = input.name.trim()
  if (name === '') throw new AppError('template.no-name')
  const content = await ownTextInTurns(input.content)
  if (isEmptyText(content)) throw new AppError('template.empty')
  const text = await stepByStep(htmlToTextInSteps(content.slice(0, readForPreview)))
  const preview = text.replace(/\s+/g, ' ').trim().slice(0, previewLength)
  return database.transaction(async (tx) => {
    await lockOwnTexts(tx, accountId)
    if (!isPaper(input.paperId, await usablePapers(tx, accountId))) throw new AppError('paper.gone')
    const pictures = await ownPictures.shownIn(tx, accountId, content)
    return write(tx, accountId, {
      id: input.templateId,
      name,
      subject: input.subject.trim(),
      content,
      preview: preview.toWellFormed(),
      paper: input.paperId,
      pictureIds: pictures.map((one) => one.id),
    })
  })
}

async function write(
  tx: Db,
  accountId: AccountId,
  { id, ...row }: Omit<TemplateRow, 'id'> & { id: number | undefined },
): Promise<number> {
  if (id === undefined) {
    if ((await templatesOf(tx, accountId)).length >= limits.templates)
      throw new AppError('template.too-many', { max: String(limits.templates) })
    return insertTemplate(tx, accountId, row)
  }
  if ((await updateTemplate(tx, accountId, { ...row, id })) === 0)
    throw new AppError('item.not-found')
  return id
}
