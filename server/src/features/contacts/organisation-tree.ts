import type { TreeDepartment, TreePerson } from '@hongyan/contract/contacts'
import { fold, keysOf } from '../../platform/names/name-keys.ts'

/** A member of the organisation as the directory knows it. */
export interface Member extends TreePerson {
  /** Null: in no department. */
  departmentId: number | null
}

export interface Department {
  id: number
  parentId: number | null
  name: string
}

interface Branch {
  department: TreeDepartment
  children: Branch[]
  members: Member[]
  keys: string[]
}

/** One organisation as a tree in memory: every answer is cut from it without another look at the database. */
export interface OrganisationTree {
  top: Branch
  branches: ReadonlyMap<number, Branch>
}

export interface TreePage {
  name: string
  total: number | null
  departments: TreeDepartment[]
  people: TreePerson[]
  sortValues: string | null
}

/** @param departments in the order in which they are shown */
export function growTree(
  departments: readonly Department[],
  members: readonly Member[],
): OrganisationTree {
  const top = branch({ id: 0, parentId: null, name: '' })
  const branches = new Map(departments.map((one) => [one.id, branch(one)]))
  for (const { id, parentId } of departments) {
    const own = branches.get(id)
    const parent = (parentId === null ? null : branches.get(parentId)) ?? top
    if (own) parent.children.push(own)
  }
  for (const member of members) {
    const home = member.departmentId === null ? top : branches.get(member.departmentId)
    ;(home ?? top).members.push(member)
  }
  settle(top, [])
  return { top, branches }
}

const branch = ({ id, name }: Department): Branch => ({
  department: { departmentId: id, name, path: [], people: 0 },
  children: [],
  members: [],
  keys: keysOf({ name, address: '' }),
})

/** Counts and paths from the leaves up. What hangs in a circle is not reached from the top, and so never shown. */
function settle(from: Branch, path: string[]): number {
  const { department } = from
  const below = department.name === '' ? path : [...path, department.name]
  department.path = path
  department.people = from.children.reduce(
    (sum, child) => sum + settle(child, below),
    from.members.length,
  )
  from.members.sort((one, other) => collator.compare(one.name, other.name))
  return department.people
}

/** Chinese names by pinyin, Latin ones among them. */
const collator = new Intl.Collator('zh-CN')

/** One page of what is directly in a branch: its departments first, then its people. */
export function pageOf(from: Branch, after: number, size: number): TreePage {
  const { children, members, department } = from
  const departments = children.slice(after, after + size).map((one) => one.department)
  const begin = Math.max(0, after - children.length)
  const people = members.slice(begin, begin + size - departments.length).map(personOf)
  const next = after + departments.length + people.length
  return {
    name: department.name,
    total: department.people,
    departments,
    people,
    sortValues: next < children.length + members.length ? String(next) : null,
  }
}

/** Everybody in a branch and below it. */
export const everybodyIn = (from: Branch): TreePerson[] => [
  ...from.members.map(personOf),
  ...from.children.flatMap(everybodyIn),
]

/** Departments whose name, or its pinyin, begins with what was typed. */
export function departmentsNamed(
  { branches, top }: OrganisationTree,
  typed: string,
  limit: number,
): TreeDepartment[] {
  const prefix = fold(typed)
  if (prefix === '') return []
  const found: TreeDepartment[] = []
  for (const one of branches.values()) {
    if (found.length === limit) break
    if (one !== top && one.keys.some((key) => key.startsWith(prefix))) found.push(one.department)
  }
  return found
}

const personOf = ({ name, address, department, duties }: Member): TreePerson => ({
  name,
  address,
  department,
  duties,
})
