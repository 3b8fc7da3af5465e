import { normalForm } from '@hongyan/contract/normal-form'
import {
  type Sensitivity,
  type SensitivityLabel,
  sensitivity,
} from '@hongyan/contract/sensitivity-fields'
import { type HeaderField, readHeaders } from '@hongyan/mime/headers'
import type { StoredMessage } from '../../../mailstore/messages/messages.queries.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AccountId, OrganisationId } from '../../../platform/ids.ts'
import type { ApprovalDeps } from '../approval-deps.ts'
import { rulesOf, touchRules } from '../rules.queries.ts'
import { fieldsOf, labelIn, mayNameLabel } from './label-fields.ts'
import { keptLabels, keptLabelsFor, writeLabels } from './sensitivity.queries.ts'

type Deps = Pick<ApprovalDeps, 'database' | 'clock' | 'directory'>

/** What an organisation that has said nothing finds in its console. */
const offered: Sensitivity = {
  on: false,
  required: false,
  labels: [
    { key: 'public', zh: '公开', en: 'Public', color: 4, confidential: false, isDefault: false },
    { key: 'internal', zh: '内部', en: 'Internal', color: 6, confidential: false, isDefault: true },
    {
      ...{ key: 'confidential', zh: '机密', en: 'Confidential', color: 1 },
      ...{ confidential: true, isDefault: false },
    },
  ],
}

const readKept = (kept: unknown): Sensitivity => (kept === null ? offered : sensitivity.parse(kept))

/** Where a mail came from, as far as it says whether its label is to be believed. */
type Origin = Pick<StoredMessage, 'draft' | 'submissionId' | 'authentication'>

interface Carried {
  row: Origin
  header: Uint8Array | HeaderField[]
  /** Its first author. */
  from: string
}

/** Sensitivity labels (ADR 40): which there are, and which one a mail has. */
export function createSensitivity(deps: Deps) {
  const { database } = deps
  const inUse = async (accountId: AccountId): Promise<Sensitivity> => {
    const kept = readKept(await keptLabelsFor(database, accountId))
    return kept.on ? kept : { on: false, required: false, labels: [] }
  }
  return {
    of: async (organisation: OrganisationId): Promise<Sensitivity> =>
      readKept(await keptLabels(database, organisation)),
    /** What who writes in a mailbox may choose from; no labels where they are off. */
    inUse,
    /** @throws sensitivity.in-use, sensitivity.same-name */
    save: (organisation: OrganisationId, wanted: Sensitivity) => save(deps, organisation, wanted),
    /**
     * The fields that a mail gets for the label its writer chose.
     * @throws sensitivity.missing where there must be one, unless it is a draft
     */
    fieldsFor: async (
      accountId: AccountId,
      { key, isDraft }: { key: string; isDraft: boolean },
    ): Promise<[string, string][]> => {
      const { required, labels } = await inUse(accountId)
      const label = labels.find((one) => one.key === key)
      if (!label && required && !isDraft) throw new AppError('sensitivity.missing')
      return label ? fieldsOf(label) : []
    },
    /** Key of the label that a mail begins with, as in the composer: the default, or a heavier one that it has; '' for none. */
    usualKey: async (accountId: AccountId, had: string): Promise<string> => {
      const { labels } = await inUse(accountId)
      return labels.findLast(({ key, isDefault }) => isDefault || key === had)?.key ?? ''
    },
    /** The fields that a program's mail lacks: the default, where it names none. @throws sensitivity.missing */
    fieldsMissingIn: async (
      accountId: AccountId,
      header: Uint8Array,
    ): Promise<[string, string][]> => {
      const { required, labels } = await inUse(accountId)
      if (labels.length === 0 || labelIn(header, labels)) return []
      const label = labels.find(({ isDefault }) => isDefault)
      if (!label && required) throw new AppError('sensitivity.missing')
      return label ? fieldsOf(label) : []
    },
    /** The label of a mail that never left the house; of others null: anybody can write such a field. */
    labelOf: async (
      accountId: AccountId,
      { row, header, from }: Carried,
    ): Promise<SensitivityLabel | null> => {
      const fields = header instanceof Uint8Array ? readHeaders(header) : header
      if (!mayNameLabel(fields) || !(await isOurs(deps, row, from))) return null
      return labelIn(fields, (await inUse(accountId)).labels)
    },
  }
}

/** What one wrote oneself, and what was handed from one of our mailboxes to another (its servers were not asked). */
async function isOurs({ directory }: Deps, row: Origin, from: string): Promise<boolean> {
  if (row.draft || row.submissionId !== null) return true
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  return row.authentication === null && (await directory.isLocalDomain(domain))
}

async function save(
  { database, clock }: Deps,
  organisation: OrganisationId,
  wanted: Sensitivity,
): Promise<Sensitivity> {
  refuseSameNames(wanted.labels)
  const labels = withKeys(wanted.labels)
  const first = labels.find(({ isDefault }) => isDefault)
  const saved = {
    ...wanted,
    labels: labels.map((one) => ({ ...one, isDefault: one === first })),
  }
  await database.transaction(async (tx) => {
    const before = readKept(await keptLabels(tx, organisation))
    const keys = new Set(labels.map(({ key }) => key))
    const about: number[] = []
    for (const { id, name: ruleName, rule } of await rulesOf(tx, organisation)) {
      const { sensitivity: asked } = rule as { sensitivity?: { key?: string } | null }
      if (asked) about.push(id)
      const key = asked?.key
      const gone = before.labels.find((one) => one.key === key && !keys.has(one.key))
      if (gone) throw new AppError('sensitivity.in-use', { rule: ruleName, name: gone.zh })
    }
    const now = clock.now()
    await writeLabels(tx, organisation, { labels: saved, now })
    if (weights(saved) !== weights(before)) await touchRules(tx, organisation, { ids: about, now })
  })
  return saved
}

/** What rules about labels go by; a name or a colour is nothing to them. */
const weights = ({ on, labels }: Sensitivity): string =>
  JSON.stringify([on, labels.map(({ key, confidential }) => [key, confidential])])

function refuseSameNames(labels: readonly SensitivityLabel[]): void {
  for (const language of ['zh', 'en'] as const) {
    const seen = new Set<string>()
    for (const { [language]: name } of labels) {
      if (seen.has(name.toLowerCase())) throw new AppError('sensitivity.same-name', { name })
      seen.add(name.toLowerCase())
    }
  }
}

/** A new label gets a key by its English name, so that who sets up a program can guess it. */
function withKeys(labels: readonly SensitivityLabel[]): SensitivityLabel[] {
  const taken = new Set(labels.map(({ key }) => key).filter((key) => key !== ''))
  const kept = new Set<string>()
  return labels.map((one) => {
    const isKept = one.key !== '' && !kept.has(one.key)
    const key = isKept ? one.key : freeKey(one.en, taken)
    taken.add(key)
    kept.add(key)
    return { ...one, key }
  })
}

function freeKey(name: string, taken: ReadonlySet<string>): string {
  const plain = normalForm(name, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const stem = plain.replace(/^-|-$/g, '').slice(0, 30) || 'label'
  for (let number = 1; ; number++) {
    const key = number === 1 ? stem : `${stem}-${number}`
    if (!taken.has(key)) return key
  }
}
