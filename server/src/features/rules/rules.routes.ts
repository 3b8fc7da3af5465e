import { rules as contract } from '@hongyan/contract/rules'
import type { Http } from '../../platform/http/http.ts'
import { asId, type FolderId } from '../../platform/ids.ts'
import type { Rules } from './rules.service.ts'

/** Rules, their runs, automatic reply and forward. */
export function ruleRoutes(http: Http, rules: Rules): void {
  http.bind(contract.list, async ({ caller }) => ({ list: await rules.list(caller.accountId) }))
  http.bind(contract.save, ({ caller, body }) => rules.save(caller, body))
  http.bind(contract.remove, async ({ caller, params }) => {
    await rules.removeOne(caller.accountId, params.id)
    return {}
  })
  http.bind(contract.removeAll, async ({ caller, body }) => ({
    count: await rules.removeAll(caller.accountId, body?.classifyIds ?? null),
  }))
  http.bind(contract.status, async ({ caller, body }) => {
    await rules.enable(caller.accountId, body.classifyId, body.enabled)
    return {}
  })
  http.bind(contract.sort, async ({ caller, body }) => {
    await rules.sort(caller.accountId, body.classifyIds)
    return {}
  })
  runRoutes(http, rules)
  answerRoutes(http, rules)
}

function runRoutes(http: Http, rules: Rules): void {
  http.bind(contract.run, ({ caller, body }) =>
    rules.run(caller, {
      ruleIds: body.classifyIds ?? null,
      folderId: body.mailboxId === undefined ? null : asId<FolderId>(body.mailboxId),
    }),
  )
  http.bind(contract.runState, async ({ caller }) => ({
    run: await rules.runState(caller),
  }))
  http.bind(contract.stopRun, async ({ caller, body }) => {
    await rules.stopRun(caller, body.runId)
    return {}
  })
}

function answerRoutes(http: Http, rules: Rules): void {
  http.bind(contract.getReply, ({ caller }) => rules.reply(caller))
  http.bind(contract.saveReply, async ({ caller, body }) => {
    await rules.saveReply(caller, body)
    return {}
  })
  http.bind(contract.getForward, ({ caller }) => rules.forward(caller))
  http.bind(contract.saveForward, async ({ caller, body }) => {
    await rules.saveForward(caller, body)
    return {}
  })
}
