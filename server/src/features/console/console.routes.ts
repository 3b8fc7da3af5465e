import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import { consoleContract as api, console as fromMail } from '@hongyan/contract/console'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Http } from '../../platform/http/http.ts'
import { type AccountRouteParts, accountRoutes } from './console-account.routes.ts'
import type { ConsoleActs } from './console-acts.ts'
import type { createConsoleChanges } from './console-changes.ts'
import type { createConsoleDepartments } from './console-departments.ts'
import { consoleDoor } from './console-door.routes.ts'
import type { createConsolePeople } from './console-people.ts'
import type { ConsoleSessions } from './console-sessions.ts'
import { type SyncRouteParts, syncRoutes } from './lists/directory-sync.routes.ts'
import { type ListRouteParts, listRoutes } from './lists/people-lists.routes.ts'
import { type ScimRouteParts, scimRoutes, scimTokenRoutes } from './scim/scim.routes.ts'

export interface ConsoleParts
  extends AccountRouteParts,
    ListRouteParts,
    ScimRouteParts,
    SyncRouteParts {
  sessions: ConsoleSessions
  people: ReturnType<typeof createConsolePeople>
  changes: ReturnType<typeof createConsoleChanges>
  departments: ReturnType<typeof createConsoleDepartments>
  acts: ConsoleActs
  /** The own password once more. @throws session.password-wrong, login.too-many */
  prove(caller: Pick<Caller, 'accountId' | 'sessionId'>, password: string): Promise<unknown>
  domains(): Promise<string[]>
  /** Where the console is; null where it is off. */
  origin(): string | null
}

/** The one call of the mail: the way to the console (ADMIN-02, ADMIN-03). */
export function consoleTokenRoute(http: Http, { sessions, origin }: ConsoleParts): void {
  http.bind(fromMail.token, async ({ caller }) => {
    // Who may not hears nothing of whether there is one.
    const ticket = await sessions.ticketFor(caller)
    const place = origin()
    if (place === null) throw new AppError('console.off')
    // Behind the mark: no proxy, log or Referer has it.
    return { url: `${place}/#ticket=${ticket}` }
  })
}

/** Everything that the console's own port answers. */
export function consoleRoutes(http: Http, parts: ConsoleParts): void {
  const { sessions, people, changes, departments, acts } = parts
  const door = consoleDoor(http, sessions)
  http.bind(api.open, async ({ body }) => ({ token: await sessions.open(body.ticket) }))
  door.bind(api.me, async (_, { admin }) => {
    const { name, address, organisation, role, departmentId } = admin
    const { timeZone: zone, timeFormat } = await parts.settingsOf(admin.userId)
    const domains = await parts.domains()
    const times = { zone, hour12: timeFormat === 12 }
    return { name, address, organisation, role, departmentId, domains, ...times }
  })
  door.bind(api.confirm, async ({ body }, { caller }) => {
    await parts.prove(caller, body.password)
    await sessions.confirm(caller)
    return {}
  })
  door.bind(api.end, async (_, { caller }) => {
    await sessions.end(caller)
    return {}
  })
  door.bind(api.overview, (_, work) => people.overview(work))
  door.bind(api.storage, (_, work) => people.storage(work))
  door.bind(api.people, ({ query }, work) =>
    people.list(work, {
      ...query,
      keyword: query.keyword?.trim() ?? '',
      departmentId: query.departmentId ?? null,
    }),
  )
  door.bind(api.person, ({ query }, work) => people.one(work, query.accountId))
  door.bind(api.add, ({ body }, work) => people.add(work, body))
  door.bind(api.change, async ({ body }, work) => {
    await changes.change(work, body)
    return {}
  })
  door.bind(api.quota, async ({ body }, work) => {
    await changes.quota(work, body.accountId, body.quotaBytes)
    return {}
  })
  door.bind(api.disable, async ({ body }, work) => {
    await changes.disable(work, body.accountId, body.disabled)
    return {}
  })
  door.bind(api.password, ({ body }, work) => changes.password(work, body.accountId))
  door.bind(api.endLogins, async ({ body }, work) => {
    await changes.endLogins(work, body.accountId)
    return {}
  })
  door.bind(api.cancelFolderPassword, async ({ body }, work) => {
    await changes.cancelFolderPassword(work, body.accountId, body.folderId)
    return {}
  })
  door.bind(api.role, async ({ body }, work) => {
    await changes.role(work, body.accountId, body)
    return {}
  })
  door.bind(api.departments, (_, work) => departments.list(work))
  door.bind(api.saveDepartment, ({ body }, work) => departments.save(work, body))
  door.bind(api.removeDepartment, async ({ body }, work) => {
    await departments.remove(work, body.id)
    return {}
  })
  door.bind(api.acts, ({ query }, work) => acts.list(work, query))
  accountRoutes(door, parts)
  listRoutes(door, parts)
  syncRoutes(door, parts)
  scimTokenRoutes(door, parts)
  scimRoutes(http, parts)
  consoleFiles(http)
}

const folder = fileURLToPath(new URL('../../../../web/dist-console/', import.meta.url))
const year = 365 * 24 * 3600

/** The built pages of the console. */
function consoleFiles({ app }: Pick<Http, 'app'>): void {
  if (!existsSync(folder)) return
  app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isKept = path.includes('/assets/')
      reply.header('Cache-Control', isKept ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
}
