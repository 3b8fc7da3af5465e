import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PostmasterPid } from './postmaster-pid.ts'
import type { SystemUser } from './system-user.ts'

/** Where PostgreSQL listens. */
export interface ListeningPlace {
  socketFolder: string | undefined
  port: number
}

const prefix = 'hongyan-pg-'
/** A Unix socket path holds 107 bytes (unix(7)); PostgreSQL adds "/.s.PGSQL.5432.lock". */
const longestFolder = 86

/**
 * A Unix socket in the folder of the database, in a short temporary folder when that path is too long; on
 * Windows, or when that is asked for, a free port on loopback. A PostgreSQL that already runs keeps its place.
 */
export async function chooseListeningPlace(
  folder: string,
  context: { user: SystemUser; running: PostmasterPid | undefined; tcp: boolean },
): Promise<ListeningPlace> {
  if (context.tcp || process.platform === 'win32') {
    return { socketFolder: undefined, port: context.running?.port || (await freePort()) }
  }
  const near = join(folder, 'socket')
  const before = context.running?.socketFolder
  if (before && before !== near && statSync(before, { throwIfNoEntry: false })) {
    return { socketFolder: before, port: 5432 }
  }
  if (Buffer.byteLength(near) <= longestFolder) {
    mkdirSync(near, { recursive: true, mode: 0o700 })
    context.user.own(near)
    return { socketFolder: near, port: 5432 }
  }
  const root = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp'
  const short = mkdtempSync(join(root, prefix))
  context.user.own(short)
  return { socketFolder: short, port: 5432 }
}

/** Removes a temporary folder that chooseListeningPlace made. */
export function leaveListeningPlace({ socketFolder }: ListeningPlace): void {
  if (
    socketFolder &&
    dirname(socketFolder) !== socketFolder &&
    socketFolder.includes(`/${prefix}`)
  ) {
    rmSync(socketFolder, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
