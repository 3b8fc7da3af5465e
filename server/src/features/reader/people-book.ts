import type { Clock } from '../../platform/clock.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { turnForBulk } from '../../platform/in-turns.ts'
import { pinyin } from '../../platform/names/pinyin.ts'
import { type WideMap, wideMap } from '../../platform/wide-map.ts'
import { canBeNear, isNear, nameSkeleton, withoutOne } from './looks.ts'

export interface KnownPerson {
  name: string
  address: string
}

/** After so long the book is written anew, while questions are still answered from the old one. */
const freshMs = 60_000
/** Older than this nothing is answered from it. */
const staleMs = 120_000

/** Names read in one turn of the loop: half a millisecond. Ten thousand take many turns, and each step of whoever is served meanwhile waits for one. */
const inOneGo = 10

interface Book {
  at: number
  domains: readonly string[]
  byLook: WideMap<string, KnownPerson>
  /** Colleagues with a Chinese name by how it is written in Latin letters. */
  byReading: WideMap<string, KnownPerson>
  /** Looks of names by what remains of them without one character. */
  nearly: WideMap<string, string[]>
  /** What was found out of each name, for the next book: few names change from one to the next. */
  traits: WideMap<string, Traits>
}

interface Traits {
  look: string
  /** Looks of a Chinese name in pinyin, with a space between surname and given name and without. */
  readings: readonly string[]
}

/** Names of colleagues by their looks, from memory: a question costs as many lookups as the name has letters. */
export interface PeopleBook {
  domains(organisationId: OrganisationId): Promise<readonly string[]>
  /** A colleague whose name looks the same, or nearly the same. */
  named(organisationId: OrganisationId, name: string): Promise<Namesake | null>
}

/** `same`: the name looks the same. `reading`: it is the pinyin of the colleague's name, as many others may have it. */
export interface Namesake {
  person: KnownPerson
  same: boolean
  reading: boolean
}

interface Options {
  clock: Clock
  people(organisationId: OrganisationId): Promise<KnownPerson[]>
  domains(): Promise<string[]>
}

export function createPeopleBook({ clock, people, domains }: Options): PeopleBook {
  const books = new Map<OrganisationId, Promise<Book>>()
  const next = new Map<OrganisationId, Promise<Book>>()

  const build = async (id: OrganisationId, before: Book | undefined): Promise<Book> => {
    const [all, own] = await Promise.all([people(id), domains()])
    return { at: clock.now().getTime(), domains: own, ...(await indexOf(all, before?.traits)) }
  }
  const renew = (id: OrganisationId, known: Book | undefined): Promise<Book> => {
    const begun = next.get(id)
    if (begun) return begun
    const built = build(id, known).finally(() => next.delete(id))
    next.set(id, built)
    built.then(
      () => books.set(id, built),
      () => undefined,
    )
    return built
  }
  const bookOf = async (id: OrganisationId): Promise<Book> => {
    const known = await books.get(id)
    const age = known ? clock.now().getTime() - known.at : Number.POSITIVE_INFINITY
    if (known && age < freshMs) return known
    const built = renew(id, known)
    return known && age < staleMs ? known : built
  }
  return {
    domains: async (id) => (await bookOf(id)).domains,
    named: async (id, name) => {
      const { byLook, byReading, nearly } = await bookOf(id)
      const look = nameSkeleton(name)
      const same = byLook.get(look)
      if (same) return { person: same, same: true, reading: false }
      const read = byReading.get(look)
      if (read) return { person: read, same: true, reading: true }
      if (!canBeNear(look)) return null
      const candidates = withoutOne(look).flatMap((one) => nearly.get(one) ?? [])
      const near = candidates.find((one) => isNear(one, look, 1))
      const person = near === undefined ? undefined : byLook.get(near)
      return person ? { person, same: false, reading: false } : null
    },
  }
}

async function indexOf(
  people: readonly KnownPerson[],
  before: Pick<WideMap<string, Traits>, 'get'> = new Map<string, Traits>(),
): Promise<Omit<Book, 'at' | 'domains'>> {
  const byLook = wideMap<string, KnownPerson>()
  const byReading = wideMap<string, KnownPerson>()
  const nearly = wideMap<string, string[]>()
  const traits = wideMap<string, Traits>()
  for (const [index, person] of people.entries()) {
    if (index % inOneGo === inOneGo - 1) await turnForBulk()
    const known = traits.get(person.name) ?? before.get(person.name) ?? traitsOf(person.name)
    traits.set(person.name, known)
    for (const reading of known.readings) byReading.set(reading, byReading.get(reading) ?? person)
    const { look } = known
    // A single letter or syllable names nobody.
    if (look.length < 2 || byLook.has(look)) continue
    byLook.set(look, person)
    if (canBeNear(look)) addNearly(nearly, look)
  }
  return { byLook, byReading, nearly, traits }
}

function addNearly(nearly: WideMap<string, string[]>, look: string): void {
  for (const shorter of withoutOne(look)) {
    const list = nearly.get(shorter)
    if (list) list.push(look)
    else nearly.set(shorter, [look])
  }
}

/** A Chinese name of more characters is no person's. */
const longestName = 6

function traitsOf(whole: string): Traits {
  const look = nameSkeleton(whole)
  const name = whole.trim()
  if (!/^\p{Script=Han}+$/u.test(name) || [...name].length > longestName)
    return { look, readings: [] }
  const [surname = '', ...given] = pinyin(name, {
    toneType: 'none',
    type: 'array',
    mode: 'surname',
  })
  // Two syllables at least.
  if (given.length === 0) return { look, readings: [] }
  const rest = given.join('')
  return { look, readings: [`${surname} ${rest}`, `${surname}${rest}`].map(nameSkeleton) }
}
