import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { findRole, pathOf, titleOf, useFolders } from '../features/folders/folders.public.ts'

/** The tab shows where one is and how much is unread; the icon has a dot while something is. */
export function useTitle(): void {
  const { t } = useTranslation('shell')
  const folders = useFolders()
  const { pathname, search } = useLocation()
  const unread = findRole(folders, 'inbox')?.unread ?? 0
  const folder = folders.all.find((one) => pathOf(one) === pathname)
  const keyword = new URLSearchParams(search).get('searchKeyword')
  const place = pathname.startsWith('/write/')
    ? t('compose')
    : pathname.startsWith('/set')
      ? t('settings:title')
      : keyword
        ? t('list:results', { keyword })
        : folder
          ? titleOf(folder, t)
          : titleOf({ role: 'inbox', folderName: '' }, t)
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${place} - ${t('common:product')}`
    const icon = document.getElementById('favicon')
    icon?.setAttribute('href', unread > 0 ? './favicon-unread.svg' : './favicon.svg')
  }, [unread, place, t])
}
