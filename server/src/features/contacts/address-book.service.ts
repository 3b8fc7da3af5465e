import type { contacts as contract } from '@hongyan/contract/contacts'
import type { Parsed } from '@hongyan/contract/endpoint'
import { limits } from '@hongyan/contract/limits'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import { fold } from '../../platform/names/name-keys.ts'
import type { Colleagues } from './colleagues.ts'
import { recentPeople } from './contacts.queries.ts'
import { departmentsNamed, everybodyIn, pageOf, type TreePage } from './organisation-tree.ts'

export type TreeRequest = Parsed<typeof contract.tree>['query']

interface Deps {
  database: Database
  colleagues: Colleagues
  directory: {
    user(id: UserId): Promise<{ organisationId: OrganisationId; organisation: string } | null>
  }
}

/**
 * One page of the address book of a person's own organisation, or of the people the account wrote to. A department of
 * another organisation is not there.
 * @throws item.not-found, request.invalid (a cursor that is none of ours), compose.too-many-recipients (whole)
 */
export async function addressBook(
  deps: Deps,
  caller: { userId: UserId; accountId: AccountId },
  request: TreeRequest,
): Promise<TreePage> {
  if (request.node === 'recent') return recent(deps, caller.accountId, request)
  const user = await deps.directory.user(caller.userId)
  if (!user) throw new AppError('item.not-found')
  if (request.keyword) return found(deps, user.organisationId, request)
  const tree = await deps.colleagues.tree(user.organisationId)
  const top = request.node === 'organisation'
  const branch = top ? tree.top : tree.branches.get(request.departmentId ?? 0)
  if (!branch) throw new AppError('item.not-found')
  const name = top ? user.organisation : branch.department.name
  if (!request.whole) return { ...pageOf(branch, placeOf(request), request.pageSize), name }
  const total = branch.department.people
  if (total > limits.recipients) {
    throw new AppError('compose.too-many-recipients', { max: String(limits.recipients) })
  }
  return { name, total, departments: [], people: everybodyIn(branch), sortValues: null }
}

async function found(
  { colleagues }: Deps,
  organisationId: OrganisationId,
  { keyword = '', pageSize }: TreeRequest,
): Promise<TreePage> {
  const prefix = fold(keyword)
  const tree = await colleagues.tree(organisationId)
  const departments = departmentsNamed(tree, prefix, pageSize)
  const people =
    prefix === '' ? [] : await colleagues.beginningWith(organisationId, prefix, pageSize)
  return {
    name: '',
    total: null,
    departments,
    people: people.slice(0, pageSize - departments.length).map(bare),
    sortValues: null,
  }
}

async function recent(
  { database }: Deps,
  accountId: AccountId,
  { pageSize, sortValues }: TreeRequest,
): Promise<TreePage> {
  const after = sortValues === undefined ? null : recentPlace(sortValues)
  const rows = await recentPeople(database, accountId, { after, limit: pageSize })
  const last = rows.length === pageSize ? rows.at(-1) : undefined
  return {
    name: '',
    total: null,
    departments: [],
    people: rows.map(({ name, address }) => ({ name, address, department: '', duties: '' })),
    sortValues: last ? `${last.lastAt.getTime()} ${last.address}` : null,
  }
}

const bare = ({ name, address, department, duties }: TreePage['people'][number]) => ({
  name,
  address,
  department,
  duties,
})

function placeOf({ sortValues = '0' }: TreeRequest): number {
  if (!/^\d{1,9}$/.test(sortValues)) throw new AppError('request.invalid')
  return Number(sortValues)
}

function recentPlace(sortValues: string): { lastAt: Date; address: string } {
  const match = /^(\d{1,14}) (\S.*)$/.exec(sortValues)
  if (!match) throw new AppError('request.invalid')
  return { lastAt: new Date(Number(match[1])), address: match[2] ?? '' }
}
