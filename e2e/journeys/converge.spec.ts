import type { Page, WebSocketRoute } from '@playwright/test'
import { connectApi } from '../durability/api.ts'
import { createRandom } from '../durability/random.ts'
import { actInPage, readPage } from '../support/converge/converge-page.ts'
import {
  actByCall,
  comparable,
  onlyShown,
  placesOf,
  truthAt,
} from '../support/converge/converge-truth.ts'
import { domain, expect, type Installation, password, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'
import { newPage } from '../support/watched-page.ts'

/** `npm run converge` sets 500; CONVERGE_SEED repeats a run's choices. */
const actions = Number(process.env.CONVERGE_ACTIONS ?? 60)
const seed = Number(process.env.CONVERGE_SEED ?? Math.floor(Math.random() * 2 ** 31))

type Api = ReturnType<typeof connectApi>

test('PUSH-08 two browsers and a program on one account converge after random actions, and after a reconnect', async ({
  browser,
  installation,
}) => {
  process.stdout.write(`  ${actions} actions, CONVERGE_SEED=${seed}\n`)
  test.setTimeout(60_000 + actions * 1_000)
  const api = await programOf(installation)
  const arrive = () => deliverSome(installation)
  for (let index = 0; index < 25; index++) await arrive()
  const one = await newPage(browser)
  const two = await newPage(browser)
  const line = await cuttableLine(two)
  await signIn(one, installation, { name: 'conv' })
  await signIn(two, installation, { name: 'conv' })

  /** All three act at the same time, each at its own pace, with choices of its own. */
  const act = async (count: number, turn: number): Promise<void> => {
    const actors = [
      (random: Random) => actInPage(one, random, ['#/inbox', '#/inbox', '#/recyclebin']),
      (random: Random) => actInPage(two, random, ['#/inbox', '#/inbox', '#/recyclebin']),
      (random: Random) => actByCall(api, random, arrive),
    ]
    await Promise.all(
      actors.map(async (step, index) => {
        const random = createRandom(seed + turn * 10 + index)
        for (let at = 0; at < count / actors.length; at++) await step(random)
      }),
    )
  }

  await act(actions * 0.6, 1)
  await converged(api, [one, two])
  line.cut()
  await act(actions * 0.4, 2)
  // The first try breaks right after the greeting, before what was missed has come.
  line.mend({ breakAfterHello: true })
  await converged(api, [one, two])
  for (const { route } of await placesOf(api)) {
    for (const page of [one, two]) await visit(page, route)
    await converged(api, [one, two])
  }
})

type Random = ReturnType<typeof createRandom>

async function programOf(installation: Installation): Promise<Api> {
  const api = connectApi(installation.product.httpPort)
  await installation.person('conv')
  await api.logIn(`conv@${domain}`, password)
  return api
}

let arrived = 0
const deliverSome = ({ deliver }: Installation): Promise<void> =>
  deliver('conv', mailText({ subject: `mail ${++arrived}`, text: 'text' }))

async function visit(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, route)
}

/** Both pages come to show what the server has, by push alone: nothing is reloaded or clicked here. */
async function converged(api: Api, pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    await page.keyboard.press('Escape')
    await expect(async () => {
      const seen = await readPage(page)
      const truth = await truthAt(api, seen.hash)
      expect(comparable(seen, truth)).toEqual(onlyShown(truth, seen))
    }).toPass({ timeout: 45_000 })
  }
}

/** A page whose push connection can be cut, for as long as wanted. Calls go through all the time. */
async function cuttableLine(page: Page) {
  const open = new Set<WebSocketRoute>()
  let isCut = false
  let breakAfterHello = false
  await page.routeWebSocket(/\/mail\/message\//, (socket) => {
    if (isCut) return void socket.close({ code: 1011 })
    const server = socket.connectToServer()
    open.add(socket)
    server.onMessage((data) => {
      socket.send(data)
      if (!breakAfterHello) return
      breakAfterHello = false
      void socket.close({ code: 1011 })
      void server.close()
    })
  })
  return {
    cut: () => {
      isCut = true
      for (const socket of open) void socket.close({ code: 1011 })
      open.clear()
    },
    mend: (how: { breakAfterHello: boolean }) => {
      isCut = false
      breakAfterHello = how.breakAfterHello
    },
  }
}
