import type { RowRefusal } from '@hongyan/contract/console-lists'
import { AppError } from '../../../platform/errors.ts'
import type { AccountId, OrganisationId } from '../../../platform/ids.ts'
import { lockRoles } from '../console-people.queries.ts'
import { madePassword } from '../made-password.ts'
import { type ApplyParts, changeKnown, makeDepartments, makeNew } from './apply.ts'
import { departmentsFor, domainsOf, type Judging, judgeAll, spelled } from './judge.ts'
import { ownersOf } from './known.queries.ts'
import type { Wanted } from './people-csv.ts'

export type OneParts = Omit<ApplyParts, 'box' | 'log'>

interface Wish {
  organisationId: OrganisationId
  judging: Judging
  wanted: Wanted
  /** '' for one that is made and that nobody learns. */
  password: string
}

interface Done {
  outcome: 'new' | 'changed' | 'same' | 'refused'
  why: RowRefusal | null
  accountId: AccountId | null
}

/** One person as a row of a list: judged, then written. */
export async function writeOne(
  parts: OneParts,
  { organisationId, judging, wanted: said, password: given }: Wish,
): Promise<Done> {
  const { database, directory, sessions } = parts
  const domains = await domainsOf(directory)
  const [domain = 'localhost'] = domains
  const wanted = spelled(said, domain)
  await makeDepartments(parts, { organisationId }, { judging, wanted: [wanted] })
  const made = given === ''
  const password = made ? madePassword() : given
  const hash = await directory.hashFor(password, { made })
  const items = [{ seq: 1, wanted, bad: tooLong(wanted), password, made, hash }]
  const shut: AccountId[] = []
  const done = await database.transaction(async (tx): Promise<Done> => {
    await lockRoles(tx, organisationId)
    const departments = await departmentsFor(tx, organisationId, judging)
    const ground = { judging, domains, departments, taken: new Set<string>() }
    const verdicts = await judgeAll(tx, organisationId, { items, ...ground })
    await makeNew(parts, tx, { organisationId, departments, items, verdicts })
    shut.push(...(await changeKnown(parts, tx, { departments, items, verdicts })))
    const [verdict] = verdicts
    if (!verdict) throw new AppError('request.invalid')
    const [owner] = await ownersOf(tx, [wanted.address])
    return {
      outcome: verdict.outcome,
      why: verdict.why,
      accountId: owner && !owner.former ? owner.accountId : null,
    }
  })
  for (const accountId of shut) await sessions.endAll(accountId, 'disabled by the directory')
  return done
}

const tooLong = ({ name = '', duties = '', phone = '', department = [] }: Wanted) =>
  name.length > 60 ||
  duties.length > 60 ||
  phone.length > 30 ||
  department.some((one) => one.length > 60)
    ? ('length' as const)
    : null
