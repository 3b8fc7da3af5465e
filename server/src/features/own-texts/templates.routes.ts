import type { ComposeFile } from '@hongyan/contract/compose'
import { limits } from '@hongyan/contract/limits'
import { templates as contract } from '@hongyan/contract/templates'
import type { Http } from '../../platform/http/http.ts'
import { asPicture } from '../../platform/http/upload.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { OwnTextFile } from './own-pictures.service.ts'
import type { Templates } from './templates.service.ts'

interface Parts {
  templates: Templates
  /** Makes the pictures of an own text files of a mail. */
  takeOwnText(
    accountId: AccountId,
    ownText: { content: string; pictures: readonly OwnTextFile[] },
  ): Promise<{ content: string; files: ComposeFile[] }>
}

/** E54-E56, E140-E143, X114. */
export function templateRoutes(http: Http, { templates, takeOwnText }: Parts): void {
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
    return { subject, paperId, ...(await takeOwnText(accountId, found)) }
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
