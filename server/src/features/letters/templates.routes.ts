import type { ComposeFile } from '@hongyan/contract/compose'
import { limits } from '@hongyan/contract/limits'
import { templates as contract } from '@hongyan/contract/templates'
import type { Http } from '../../platform/http/http.ts'
import { asPicture } from '../../platform/http/upload.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { LetterFile } from './letter-pictures.service.ts'
import type { Templates } from './templates.service.ts'

interface Parts {
  templates: Templates
  /** Makes the pictures of a letter files of a mail. */
  takeLetter(
    accountId: AccountId,
    letter: { content: string; pictures: readonly LetterFile[] },
  ): Promise<{ content: string; files: ComposeFile[] }>
}

/** E54-E56, E140-E143, X114. */
export function templateRoutes(http: Http, { templates, takeLetter }: Parts): void {
  http.bind(contract.list, async ({ caller }) => ({ list: await templates.list(caller.accountId) }))
  http.bind(contract.info, ({ caller, query }) =>
    templates.info(caller.accountId, query.templateId),
  )
  http.bind(contract.save, ({ caller, body }) => templates.save(caller.accountId, body))
  http.bind(contract.remove, async ({ caller, body }) => {
    await templates.remove(caller.accountId, body.templateId)
    return {}
  })
  http.bind(contract.use, async ({ caller, body }) => {
    const { accountId } = caller
    const found = await templates.forMail(accountId, body.templateId)
    const { subject, paperId } = found
    return { subject, paperId, ...(await takeLetter(accountId, found)) }
  })
  http.bind(contract.papers, async ({ caller }) => ({
    list: await templates.papers(caller.accountId),
  }))
  http.bind(contract.addPaper, async ({ caller, file }) => {
    const { fileName, bytes, fields } = await asPicture(() => file(limits.picture))
    return templates.addPaper(caller.accountId, { fileName, bytes, name: fields.name ?? '' })
  })
  http.bind(contract.removePaper, async ({ caller, body }) => {
    await templates.removePaper(caller.accountId, body.paperId)
    return {}
  })
}
