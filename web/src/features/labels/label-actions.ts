import { type Label, labels } from '@hongyan/contract/labels'
import { call } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { attempt } from '../../lib/trouble.ts'
import { toast } from '../../ui/toast-store.ts'
import { labelsQuery } from './labels-query.ts'

const labelsChanged = () => queryClient.invalidateQueries({ queryKey: labelsQuery.queryKey })

/** Makes a label; the server's message is shown. @throws ApiError with the rule that was broken */
export async function createLabel(labelName: string, color: number): Promise<number> {
  const { labelId, message } = await call(labels.add, { body: { labelName, color } })
  toast({ kind: 'success', text: message })
  await labelsChanged()
  return labelId
}

export async function updateLabel(
  { labelId }: Label,
  change: { labelName?: string; color?: number; state?: number },
): Promise<void> {
  await call(labels.update, { body: { labelId, ...change } })
  await labelsChanged()
}

export async function deleteLabel({ labelId, labelName }: Label): Promise<void> {
  await call(labels.remove, { body: { labelId } })
  toast({ kind: 'success', text: translate('labels:deleted', { name: labelName }) })
  await labelsChanged()
  await queryClient.invalidateQueries({ queryKey: ['list'] })
}

/** Puts labels on mails and takes others from them. @returns false where the server refused, which is said */
export async function markLabels(
  mailIds: readonly number[],
  { add, remove }: { add: number[]; remove: number[] },
): Promise<boolean> {
  const isDone = await attempt(() =>
    call(labels.mark, { body: { mailIds: [...mailIds], add, remove } }),
  )
  await Promise.all([
    labelsChanged(),
    queryClient.invalidateQueries({ queryKey: ['list'] }),
    ...mailIds.map((id) => queryClient.invalidateQueries({ queryKey: ['mail', id] })),
  ])
  return isDone
}
