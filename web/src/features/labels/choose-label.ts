import { type Choice, openChooser } from '../../lib/chooser.ts'
import { translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { iconCheck, iconPlus, iconTag } from '../../ui/icons.ts'
import { markLabels } from './label-actions.ts'
import { marksOf } from './label-marks.ts'
import { labelsQuery } from './labels-query.ts'

interface Marking {
  mails: readonly { mailId: number; labels: readonly number[] }[]
  /** Opens the dialog for a new label. */
  onCreate: (onSaved: (labelId: number) => void) => void
}

/** Labels by keyboard: one is found by typing, put on the mails in hand, or taken away when all of them have it. */
export async function chooseLabel({ mails, onCreate }: Marking): Promise<void> {
  const all = await queryClient.fetchQuery(labelsQuery)
  const marks = marksOf(mails)
  const ids = mails.map(({ mailId }) => mailId)
  const choices = all
    .filter(({ state }) => state === 0)
    .map(({ labelId, labelName }): Choice => {
      const has = marks.get(labelId) === 'all'
      const change = has ? { add: [], remove: [labelId] } : { add: [labelId], remove: [] }
      return {
        id: String(labelId),
        label: labelName,
        icon: has ? iconCheck : iconTag,
        run: () => void markLabels(ids, change),
      }
    })
  const create: Choice = {
    id: 'create',
    label: translate('labels:create'),
    icon: iconPlus,
    run: () => onCreate((labelId) => void markLabels(ids, { add: [labelId], remove: [] })),
  }
  openChooser({ title: translate('labels:mark'), choices: [...choices, create] })
}
