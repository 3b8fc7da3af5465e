import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { inject } from 'vitest'
import { type App, createApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { NewPerson } from '../features/directory/directory.public.ts'
import { openBlobs } from '../open-blobs.ts'
import type { Clock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db/pool.ts'
import { refuseSlowWork } from '../platform/db/slow-work.ts'
import { createLog } from '../platform/log.ts'
import { createTestDatabase } from './database.ts'
import { testClock } from './test-clock.ts'

export const testPassword = 'Correct-Horse-7'

export interface TestServer {
  app: App
  config: Config
  url: string
  smtpPort: number
  folder: string
  databaseUrl: string
  /** A person of the domain example.test with a mailbox; password `testPassword`. */
  addPerson(
    person: Partial<NewPerson> & { address: string },
  ): ReturnType<App['directory']['createPerson']>
  stop(): Promise<void>
}

export interface TestServerOptions {
  /** Variables over the defaults, as the environment would give them. */
  environment?: Record<string, string>
  clock?: Clock
  /** Share the database (and, when given, the folder) of another test server: two processes, one installation. */
  beside?: TestServer
  log?: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** The whole product on free ports, a fresh database and a temporary folder, in this process. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { beside, clock = testClock } = options
  const folder = beside?.folder ?? (await mkdtemp(join(tmpdir(), 'hongyan-test-')))
  const own = beside ? null : await createTestDatabase()
  const databaseUrl = beside?.databaseUrl ?? own?.url ?? ''
  const config = readConfig({
    HONGYAN_HTTP_PORT: '0',
    HONGYAN_SMTP_PORT: '0',
    HONGYAN_CONSOLE_PORT: '0',
    HONGYAN_IMAP_PORT: '0',
    HONGYAN_IMAPS_PORT: '0',
    HONGYAN_POP3_PORT: '0',
    HONGYAN_POP3S_PORT: '0',
    HONGYAN_SUBMISSION_PORT: '0',
    HONGYAN_SUBMISSIONS_PORT: '0',
    HONGYAN_DATA: folder,
    HONGYAN_HOSTNAME: 'mail.example.test',
    HONGYAN_DEMO: 'off',
    // Most tests sign in from many programs and count the mail of an inbox.
    HONGYAN_DEVICE_NOTICES: 'off',
    HONGYAN_PRIVATE_MAIL_HOSTS: '127.0.0.0/8',
    ...s3Environment(folder),
    ...options.environment,
    DATABASE_URL: databaseUrl,
  })
  refuseSlowWork()
  const log = createLog(options.log ?? 'error')
  const database = openDatabase({
    connection: { connectionString: databaseUrl },
    max: 12,
    onError: (lost) => log.debug({ err: lost }, 'test database'),
  })
  const blobs = await openBlobs(config, log)
  const app = await createApp({ config, database, blobs, log, clock })
  await app.start()
  if (!beside) await makeOrganisation(app)
  const organisation = await app.directory.organisation()
  return {
    app,
    config,
    folder,
    databaseUrl,
    url: `http://127.0.0.1:${app.httpPort()}`,
    smtpPort: app.smtpPort() ?? 0,
    addPerson: (person) =>
      app.directory.createPerson({
        organisationId: organisation?.id ?? (1 as never),
        name: person.address.split('@')[0] ?? '',
        password: testPassword,
        ...person,
      }),
    stop: async () => {
      await app.stop()
      await database.close()
      await own?.drop()
      if (!beside) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeOrganisation({ directory }: App): Promise<void> {
  const id = await directory.createOrganisation('Example 示例')
  await directory.createDomain(id, 'example.test')
}

/** Tests run on S3 when the run was given a store; each folder stands for a bucket of its own. */
function s3Environment(folder: string): Record<string, string> {
  const store = inject('testStore')
  if (!store) return {}
  return {
    HONGYAN_S3_ENDPOINT: store.endpoint,
    HONGYAN_S3_BUCKET: basename(folder).toLowerCase(),
    HONGYAN_S3_KEY: store.accessKey,
    HONGYAN_S3_SECRET: store.secretKey,
  }
}
