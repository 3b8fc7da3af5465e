import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPeople, makeOrganisation } from './people.ts'
import { type Server, type StartOptions, startServer } from './server.ts'

/** A server of one's own with people who have no mail; it and its folder are gone afterwards. */
export async function ownServer<T>(
  people: readonly string[],
  work: (server: Server) => Promise<T>,
  options: StartOptions = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
  try {
    await makeOrganisation(folder)
    const server = await startServer(folder, options)
    try {
      await addPeople(server.databaseUrl, people)
      return await work(server)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
