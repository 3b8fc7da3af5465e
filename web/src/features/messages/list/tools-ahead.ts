import { partAhead } from '../../../lib/lazy-part.tsx'

export const { Part: SelectionBar, ahead: barAhead } = partAhead(
  () => import('./bars/selection-bar.tsx'),
  'SelectionBar',
)
export const { Part: RowMenu, ahead: menuAhead } = partAhead(
  () => import('./rows/row-menu.tsx'),
  'RowMenu',
)

/** What a list needs for what is done with its mail, while nothing else is to be done. */
export const toolsAhead = (): Promise<unknown> => Promise.all([barAhead(), menuAhead()])
