import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type OwnPictures, organisationAccount } from './own-pictures.service.ts'
import { isEmptyText, ownTextInTurns } from './own-text-html.ts'
import {
  choicesOf,
  deleteSignature,
  dropChoice,
  insertSignature,
  signaturesOf,
  updateSignature,
  writeChoice,
} from './signatures.queries.ts'

export interface SystemSignature {
  id: number
  name: string
  isDefault: boolean
}

/** A picture that the HTML names by a path of its own. */
export interface NamedPicture {
  path: string
  fileName: string
  bytes: Buffer
}

interface Options {
  database: Database
  ownPictures: OwnPictures
}

/** What the administrator does with the signatures of the organisation. */
export function createSystemSignatures({ database, ownPictures }: Options) {
  const list = async (): Promise<SystemSignature[]> => {
    const [choice] = await choicesOf(database, [organisationAccount])
    const rows = await signaturesOf(database, organisationAccount)
    return rows.map(({ id, name }) => ({ id, name, isDefault: choice?.forNew === id }))
  }
  return {
    list,
    /** Makes one, or changes the one of that name. @throws sign.empty, upload.not-picture */
    put: async (
      { name, html }: { name: string; html: string },
      pictures: readonly NamedPicture[] = [],
    ): Promise<number> => {
      let text = html
      for (const { path, ...picture } of pictures) {
        const { contentId } = await ownPictures.add(organisationAccount, picture)
        text = text.replaceAll(path, `cid:${contentId}`)
      }
      const content = await ownTextInTurns(text)
      if (isEmptyText(content)) throw new AppError('sign.empty')
      return database.transaction(async (tx) => {
        const shown = await ownPictures.shownIn(tx, organisationAccount, content)
        const row = { name, content, pictureIds: shown.map((one) => one.id) }
        const known = (await signaturesOf(tx, organisationAccount)).find((one) => one.name === name)
        if (!known) return insertSignature(tx, organisationAccount, row)
        await updateSignature(tx, organisationAccount, { ...row, id: known.id })
        return known.id
      })
    },
    /** The one that mails get whose writer chose none; null for none. */
    setDefault: (id: number | null): Promise<number> =>
      writeChoice(database, { accountId: organisationAccount, forNew: id, forReply: id }),
    /** @throws item.not-found */
    remove: (id: number): Promise<void> =>
      database.transaction(async (tx) => {
        if ((await deleteSignature(tx, organisationAccount, id)) === 0)
          throw new AppError('item.not-found')
        await dropChoice(tx, id)
      }),
  }
}
