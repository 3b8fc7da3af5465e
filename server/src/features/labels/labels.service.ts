import { limits } from '@hongyan/contract/limits'
import type { MessageItem, MessagePage, Selection } from '@hongyan/contract/messages'
import { nameKey, nameProblem, programLabelNameProblem, tidyName } from '@hongyan/contract/names'
import { z } from 'zod'
import type { LabelWriting, Mailstore } from '../../mailstore/mailstore.ts'
import type { MessageRow, Viewer } from '../../mailstore/types.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type LabelId, type MessageId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework } from '../../platform/jobs/piecework.ts'

interface Options {
  mailstore: Mailstore
  database: Database
  jobs: Jobs
  /** From the messages feature: which messages a selection means, and rows as lists show them. */
  messages: {
    resolve(viewer: Viewer, selection: Selection): Promise<MessageId[]>
    asItems(accountId: AccountId, rows: readonly MessageRow[]): Promise<MessageItem[]>
    cursorOf(sortValues: string): { receivedAt: Date; id: number }
  }
}

export interface MarkRequest {
  selection: Selection
  add?: number[] | undefined
  remove?: number[] | undefined
  set?: number[] | undefined
}

export interface LabelListRequest {
  labelId: number
  pageSize: number
  sortValues?: string | undefined
  direction: 'next' | 'prev' | 'last'
}

export type Labels = ReturnType<typeof createLabels>

/** Labels of a mailbox, and the mails that have them. */
export function createLabels(options: Options) {
  const { mailstore, messages } = options
  return {
    ...definingOf(options),

    list: async (viewer: Viewer) => ({
      list: (await mailstore.labels(viewer)).map((row) => ({
        labelId: row.id,
        labelName: row.name,
        color: row.color,
        unread: row.unread,
        mail: row.total,
        spaceSize: row.bytes,
        state: row.state,
      })),
    }),

    /** @throws label.not-found */
    mails: async (viewer: Viewer, request: LabelListRequest): Promise<MessagePage> => {
      const { pageSize, direction, sortValues } = request
      const label = await mailstore.label(viewer, asId(request.labelId))
      if (!label) throw new AppError('label.not-found')
      const rows = await mailstore.labelPage({
        ...viewerOf(viewer),
        labelId: label.id,
        limit: pageSize + 1,
        direction,
        cursor: sortValues ? messages.cursorOf(sortValues) : null,
      })
      const page = rows.slice(0, pageSize)
      if (direction !== 'next') page.reverse()
      const list = await messages.asItems(viewer.accountId, page)
      return { list, total: label.total, hasMore: rows.length > pageSize }
    },

    /** @throws label.not-found, mail.none-selected, folder.not-found */
    mark: async (viewer: Viewer, { selection, add, remove, set }: MarkRequest) => {
      const ids = await messages.resolve(viewer, selection)
      const asLabels = (list: readonly number[] = []) => list.map((one) => asId<LabelId>(one))
      const setting = {
        ids,
        add: asLabels(add),
        remove: asLabels(remove),
        set: set === undefined ? null : asLabels(set),
      }
      return { count: await mailstore.setLabels(viewer.accountId, setting) }
    },
  }
}

const viewerOf = ({ accountId, hidden }: Viewer): Viewer => ({ accountId, hidden })

/** Definitions of labels: what is decided while the account is locked. */
const definingOf = (options: Options) => {
  const { mailstore, database } = options
  const rest = createPiecework(options, {
    task: 'sweep-label',
    place: labelPlace,
    piece: async ({ accountId, id }) => !(await mailstore.sweepLabel(accountId, id)),
  })
  return {
    /** @throws the rules of names, label.too-many */
    save: (
      accountId: AccountId,
      { labelName, color }: { labelName: string; color?: number | undefined },
      from: NameSource = 'form',
    ): Promise<LabelId> => {
      const name = goodName(labelName, from)
      return mailstore.changeLabels(accountId, async ({ labels, insert }) => {
        if (labels.length >= limits.labels) throw new AppError('label.too-many')
        checkOthers(labels, name, null)
        return insert({ name, color: color ?? labels.length % limits.labelColors })
      })
    },

    /** @throws the rules of names, label.not-found */
    update: (
      accountId: AccountId,
      change: {
        labelId: number
        labelName?: string | undefined
        color?: number | undefined
        state?: number | undefined
      },
    ): Promise<void> =>
      mailstore.changeLabels(accountId, async ({ labels, patch }) => {
        const label = labels.find((one) => one.id === change.labelId)
        if (!label) throw new AppError('label.not-found')
        const name = change.labelName === undefined ? null : goodName(change.labelName)
        if (name !== null) checkOthers(labels, name, label.id)
        await patch(label.id, { name, color: change.color ?? null, state: change.state ?? null })
      }),

    /** Gone from sight at once, and from up to a thousand mails; from the others in the background. @throws label.not-found */
    remove: async (accountId: AccountId, labelId: number): Promise<void> => {
      const id = await mailstore.changeLabels(accountId, async ({ labels, hide }) => {
        const label = labels.find((one) => one.id === labelId)
        if (!label) throw new AppError('label.not-found')
        await hide(label.id)
        return label.id
      })
      await mailstore.sweepLabel(accountId, id)
      if (await mailstore.sweepLabel(accountId, id)) return
      await rest.enqueue(database, { accountId, id })
    },
  }
}

/** A deleted label that is still on some mails. */
const labelPlace = z.object({
  accountId: z.number().transform(asId<AccountId>),
  id: z.number().transform(asId<LabelId>),
})

/** Who gave a name: a person in a form, or a program or import that brings it from elsewhere (decision G115). */
type NameSource = 'form' | 'program'

/** @throws label.name-empty, label.name-long */
function goodName(typed: string, from: NameSource = 'form'): string {
  const problem = from === 'form' ? nameProblem(typed) : programLabelNameProblem(typed)
  if (problem !== null) throw new AppError(`label.name-${problem}`)
  return tidyName(typed)
}

function checkOthers(labels: LabelWriting['labels'], name: string, self: LabelId | null): void {
  const key = nameKey(name)
  if (labels.some((one) => one.id !== self && nameKey(one.name) === key)) {
    throw new AppError('label.name-taken')
  }
}
