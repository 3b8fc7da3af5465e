import { folders as contract, folderNotices } from '@hongyan/contract/folders'
import { tidyName } from '@hongyan/contract/names'
import type { Http } from '../../platform/http/http.ts'
import type { Folders } from './folders.service.ts'

/** Folders, their order and their passwords (E32, E90, E91, E93-E103, E107, X40, X41). */
export function folderRoutes(http: Http, folders: Folders): void {
  http.bind(contract.list, ({ caller }) => folders.list(caller))
  http.bind(contract.targets, ({ caller }) => folders.targets(caller))
  http.bind(contract.unreadCount, ({ caller }) => folders.unreadCount(caller))
  for (const endpoint of [contract.save, contract.add]) {
    http.bind(endpoint, async ({ caller, body, language }) => ({
      folderId: await folders.save(caller, body),
      message: folderNotices.made[language](tidyName(body.folderName)),
    }))
  }
  http.bind(contract.rename, async ({ caller, body }) => {
    await folders.rename(caller, body)
    return {}
  })
  http.bind(contract.place, async ({ caller, body }) => {
    await folders.place(caller, body)
    return {}
  })
  http.bind(contract.show, async ({ caller, body }) => {
    await folders.show(caller, body)
    return {}
  })
  http.bind(contract.remove, ({ caller, body }) => folders.remove(caller, body))
  http.bind(contract.clear, ({ caller, body }) => folders.clear(caller, body.folderId))
  passwordRoutes(http, folders)
}

function passwordRoutes(http: Http, { passwords, hasPassword }: Folders): void {
  http.bind(contract.setPassword, async ({ caller, body }) => {
    await passwords.set(caller, body.folderId, body.password)
    return {}
  })
  http.bind(contract.changePassword, async ({ caller, body }) => {
    await passwords.change(caller, body.folderId, body)
    return {}
  })
  http.bind(contract.cancelPassword, async ({ caller, body }) => {
    await passwords.cancel(caller, body.folderId, body.password)
    return {}
  })
  http.bind(contract.unlock, async ({ caller, body }) => {
    await passwords.unlock(caller, body.folderId, body.password)
    return {}
  })
  http.bind(contract.lock, async ({ caller, body }) => {
    await passwords.lock(caller, body.folderId)
    return {}
  })
  http.bind(contract.forgotPassword, async ({ caller, query, language }) => {
    if (query.folderId !== undefined) await hasPassword(caller, query.folderId)
    return { message: folderNotices.forgotten[language] }
  })
  http.bind(contract.hasPassword, ({ caller, query }) => hasPassword(caller, query.folderId))
}
