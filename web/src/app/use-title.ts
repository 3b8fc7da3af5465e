import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { findRole, pathOf, titleOf, useFolders } from '../features/folders/folders.public.ts'

/** Screens that are no list, by the beginning of their route. */
const areas: [string, string][] = [
  ['/write/', 'shell:compose'],
  ['/set', 'settings:title'],
  ['/todo', 'todo:title'],
  ['/otherfolders2', 'labels:labels'],
  ['/otherfolders', 'folders:own'],
]

/** The tab shows where one is and how much is unread; the icon has a dot while something is. */
export function useTitle(): void {
  const { t } = useTranslation('shell')
  const folders = useFolders()
  const { pathname, search } = useLocation()
  const unread = findRole(folders, 'inbox')?.unread ?? 0
  const folder = folders.all.find((one) => pathOf(one) === pathname)
  const keyword = new URLSearchParams(search).get('searchKeyword')
  const keyOfPlace = areas.find(([start]) => pathname.startsWith(start))?.[1]
  const listName = folder ? titleOf(folder, t) : titleOf({ role: 'inbox', folderName: '' }, t)
  const found = keyword ? t('list:results', { keyword }) : listName
  const place = keyOfPlace ? t(keyOfPlace) : found
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${place} - ${t('common:product')}`
    const icon = document.getElementById('favicon')
    icon?.setAttribute('href', unread > 0 ? './favicon-unread.svg' : './favicon.svg')
  }, [unread, place, t])
}
