import { useEffect } from 'react'
import {
  type FolderBook,
  findRole,
  pathOf,
  titleOf,
  useFolders,
} from '../../features/folders/folders.public.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useLocation } from '../../lib/router/hooks.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { offRoutes } from '../routes/off-routes.ts'

/** Screens that are no list, by the beginning of their route. */
const areas: [string, string][] = [
  ['/write/', 'shell:compose'],
  ['/set', 'shell:screens.settings'],
  ['/dashboard', 'shell:home'],
  ['/todo', 'shell:screens.todo'],
  ['/approval', 'shell:screens.approval'],
  ['/appreply/', 'shell:screens.approval'],
  ['/pending', 'shell:screens.requests'],
  ['/otherfolders2', 'labels:labels'],
  ['/otherfolders', 'folders:own'],
  ['/feedback', 'shell:screens.feedback'],
  ['/mailmig', 'shell:screens.migration'],
  ['/smimePage', 'shell:screens.smimeFile'],
  ['/addressbook/groupmanagement', 'shell:groupManagement'],
  ['/addressbook/contactgroups', 'shell:myGroups'],
  ['/addressbook', 'shell:off.contacts'],
  ...offRoutes.map(({ path, name }): [string, string] => [
    path.replace(/\/:.*/, ''),
    `shell:off.${name}`,
  ]),
]

/**
 * The tab shows where one is and how much is unread; the icon has a dot while something is. It is a picture of points: the browser asks for
 * it again at each change of the address, and would lay out a drawing on the page's own thread, before the mail that was clicked.
 */
export function useTitle(): void {
  const { t } = useTranslation('shell')
  const folders = useFolders()
  const unread = findRole(folders, 'inbox')?.unread ?? 0
  const place = usePlaceName(folders)
  usePageTitle(`${unread > 0 ? `(${unread}) ` : ''}${place} - ${t('common:product')}`)
  useEffect(() => {
    const icon = document.getElementById('favicon')
    icon?.setAttribute('href', unread > 0 ? './favicon-unread.png' : './favicon.png')
  }, [unread])
}

/** What the screen shows, in words. */
function usePlaceName({ all }: FolderBook): string {
  const { t } = useTranslation('shell')
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const area = areas.find(([start]) => pathname.startsWith(start))?.[1]
  if (area) return t(madeKey(area))
  const keyword = query.get('searchKeyword')
  if (keyword) return t('list:results', { keyword })
  const across = /^\/(favorite|noread|readed|inboxct)$/.exec(pathname)?.[1]
  if (across) return t(madeKey(`list:across.${across}`), { address: query.get('address') ?? '' })
  const folder = all.find((one) => pathOf(one) === pathname)
  return titleOf(folder ?? { role: 'inbox', folderName: '' }, t)
}
