import { expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { createPeopleBook, type KnownPerson } from './people-book.ts'

const house = 1 as OrganisationId
const chen: KnownPerson = { name: '陈伟', address: 'chen@hongyan.test' }
const lin: KnownPerson = { name: '林青霞', address: 'lin@hongyan.test' }

it('T29 after a minute the book is written anew beside, and answers meanwhile; an old one answers nothing', async () => {
  let now = 0
  let reads = 0
  let people = [chen]
  const open: (() => void)[] = []
  const book = createPeopleBook({
    clock: { ...systemClock, now: () => new Date(now) },
    people: async () => {
      reads++
      const read = people
      if (reads > 1) await new Promise<void>((resolve) => open.push(resolve))
      return read
    },
    domains: async () => ['hongyan.test'],
  })
  const isKnown = async ({ name }: KnownPerson): Promise<boolean> =>
    (await book.named(house, name)) !== null
  expect([await isKnown(chen), await isKnown(lin)]).toEqual([true, false])
  people = [chen, lin]
  now = 30_000
  expect([await isKnown(lin), reads]).toEqual([false, 1])
  now = 61_000
  // Nobody waits for the new one, and it is read once.
  expect([await isKnown(chen), await isKnown(lin), reads]).toEqual([true, false, 2])
  for (const go of open.splice(0)) go()
  await expect.poll(() => isKnown(lin)).toBe(true)
  expect(reads).toBe(2)

  people = [chen]
  now = 200_000
  const asked = isKnown(lin)
  await expect.poll(() => open.length).toBe(1)
  for (const go of open.splice(0)) go()
  expect(await asked).toBe(false)
})
