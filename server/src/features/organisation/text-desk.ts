import type { ConsoleTexts } from '@hongyan/contract/console-organisation'
import type { OwnPicture } from '@hongyan/contract/own-pictures'
import type { Paper } from '@hongyan/contract/templates'
import type { Approval } from '../approval/approval.public.ts'
import type { AtWork, ConsoleActs } from '../console/console.public.ts'
import { type OwnTexts, organisationAccount } from '../own-texts/own-texts.public.ts'

export interface TextParts {
  ownTexts: Pick<OwnTexts, 'signatures' | 'templates' | 'ownPictures'>
  approval: { rules: Pick<Approval['rules'], 'all' | 'saveList'> }
  acts: ConsoleActs
}

interface WrittenSignature {
  id?: number | undefined
  name: string
  content: string
  isDefault: boolean
}

interface GivenPicture {
  fileName: string
  /** Base64. */
  data: string
}

const bytesOf = ({ fileName, data }: GivenPicture) => ({
  fileName,
  bytes: Buffer.from(data, 'base64'),
})

/** Signatures, letter papers and word lists of the organisation. */
export function createTextDesk({ ownTexts, approval, acts }: TextParts) {
  const { signatures, templates, ownPictures } = ownTexts
  return {
    all: async ({ admin }: AtWork): Promise<ConsoleTexts> => ({
      signatures: await signatures.own(organisationAccount),
      papers: await templates.systemPapers(),
      lists: (await approval.rules.all(admin.organisationId)).lists,
    }),
    /** @throws sign.no-name, sign.empty, sign.too-many, item.not-found */
    saveSignature: (work: AtWork, { id: signId, isDefault, ...text }: WrittenSignature) =>
      acts.doing(work, { act: 'signature-saved', whom: text.name }, () =>
        signatures.save(organisationAccount, {
          ...text,
          signId,
          isDefault,
          isReplyDefault: isDefault,
        }),
      ),
    /** @throws item.not-found */
    removeSignature: (work: AtWork, id: number): Promise<void> =>
      acts.doing(work, { act: 'signature-removed', whom: String(id) }, () =>
        signatures.remove(organisationAccount, id),
      ),
    /** @throws upload.empty, upload.not-picture, picture.too-many */
    addPicture: async (_: AtWork, picture: GivenPicture): Promise<OwnPicture> =>
      ownPictures.described(
        organisationAccount,
        await ownPictures.add(organisationAccount, bytesOf(picture)),
      ),
    /** @throws upload.empty, upload.not-picture, picture.too-many, paper.too-many */
    addPaper: (work: AtWork, { name, ...picture }: GivenPicture & { name: string }) =>
      acts.doing(work, { act: 'paper-added', whom: name || picture.fileName }, () =>
        templates.addPaper(organisationAccount, { name, ...bytesOf(picture) }),
      ) satisfies Promise<Paper>,
    /** @throws item.not-found */
    removePaper: (work: AtWork, id: number): Promise<void> =>
      acts.doing(work, { act: 'paper-removed', whom: String(id) }, () =>
        templates.removePaper(organisationAccount, id),
      ),
    saveWordList: (work: AtWork, list: { name: string; words: string[] }): Promise<void> => {
      const details = { words: list.words.length }
      return acts.doing(work, { act: 'word-list-saved', whom: list.name, details }, () =>
        approval.rules.saveList(work.admin.organisationId, list),
      )
    },
  }
}
