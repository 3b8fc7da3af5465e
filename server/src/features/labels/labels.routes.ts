import { labels as contract, labelNotices } from '@hongyan/contract/labels'
import { tidyName } from '@hongyan/contract/names'
import type { Http } from '../../platform/http/http.ts'
import type { Labels } from './labels.service.ts'

/** Labels and the mails that have them (E66, E77, E92, E104-E106, E108). */
export function labelRoutes(http: Http, labels: Labels): void {
  http.bind(contract.list, ({ caller }) => labels.list(caller))
  for (const endpoint of [contract.save, contract.add]) {
    http.bind(endpoint, async ({ caller, body, language }) => ({
      labelId: await labels.save(caller.accountId, body),
      message: labelNotices.made[language](tidyName(body.labelName)),
    }))
  }
  http.bind(contract.update, async ({ caller, body }) => {
    await labels.update(caller.accountId, body)
    return {}
  })
  http.bind(contract.remove, async ({ caller, body }) => {
    await labels.remove(caller.accountId, body.labelId)
    return {}
  })
  http.bind(contract.mails, ({ caller, query }) => labels.mails(caller, query))
  http.bind(contract.mark, ({ caller, body: { add, remove, set, ...selection } }) =>
    labels.mark(caller, { selection, add, remove, set }),
  )
}
