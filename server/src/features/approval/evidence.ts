import type { Readable } from 'node:stream'
import { AppError } from '../../platform/errors.ts'
import { zipStream } from '../../platform/zip/zip.ts'
import { approvalById, approversOf } from './approval.queries.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import { readSteps } from './trail.ts'

/** What a link of the approval page stands for: an attachment, or all of it as evidence. */
export interface EvidenceTicket {
  kind: 'approval'
  approval: number
  section?: string
  /** Of the evidence: without the mail, whose attachments would be in it. */
  bare?: boolean
  name?: string
}

export interface EvidenceFile {
  name: string
  bytes: Buffer | Readable
}

/** @throws link.invalid */
export async function openEvidence(deps: ApprovalDeps, text: string): Promise<EvidenceFile> {
  const { database, mailstore, signer } = deps
  const ticket = signer.read(text) as unknown as EvidenceTicket | null
  if (ticket?.kind !== 'approval') throw new AppError('link.invalid')
  const row = await approvalById(database, ticket.approval)
  if (!row) throw new AppError('link.invalid')
  const { section, name = 'attachment', bare = false } = ticket
  if (section === undefined)
    return { name: `approval-${row.id}.zip`, bytes: await evidenceZip(deps, row.id, { bare }) }
  const raw = await mailstore.raw(row)
  const [bytes] = await mailstore.decode(raw, [section])
  if (!bytes) throw new AppError('link.invalid')
  return { name, bytes }
}

/** The mail as it was handed over and everything that happened to it, each entry with its link in the chain. */
export async function evidenceZip(
  { database, mailstore, clock }: ApprovalDeps,
  id: number,
  { bare }: { bare: boolean },
): Promise<Readable> {
  const row = await approvalById(database, id)
  if (!row) throw new AppError('item.not-found')
  const { blob, trailHash, ...told } = row
  const approvers = await approversOf(database, [id], clock.now())
  const json = {
    ...told,
    sha256: blob.toString('hex'),
    approvers: approvers.map(({ level, address, name, state }) => ({
      level,
      address,
      name,
      state,
    })),
    trail: await readSteps(database, id),
    trailHash: trailHash.toString('hex'),
  }
  const mail = { name: 'mail.eml', changedAt: row.createdAt, bytes: () => mailstore.raw(row) }
  return zipStream([
    ...(bare ? [] : [mail]),
    {
      name: 'trail.json',
      changedAt: row.endedAt ?? row.createdAt,
      bytes: async () => Buffer.from(`${JSON.stringify(json, null, 2)}\n`),
    },
  ])
}
