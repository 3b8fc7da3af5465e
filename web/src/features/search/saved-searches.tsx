import { search } from '@hongyan/contract/search'
import { useQuery } from '@tanstack/react-query'
import { Allowed } from '../../lib/allowed.tsx'
import { useTranslation } from '../../lib/i18n.ts'
import { useLocation } from '../../lib/router/hooks.ts'
import { Link } from '../../lib/router/link.tsx'
import { attempt } from '../../lib/trouble.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconBookmark, iconClose } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { searchPath } from '../messages/messages.public.ts'
import { forgetSearch, paramsOf, savedQuery } from './saved-query.ts'
import styles from './saved-searches.module.css'

/** The saved searches as a section of the sidebar; nothing when there are none. */
export function SavedSearches() {
  const { t } = useTranslation('search')
  const { pathname, search: query } = useLocation()
  const { data } = useQuery(savedQuery)
  const list = data?.list ?? []
  if (list.length === 0) return null
  const remove = (id: number) => attempt(() => forgetSearch(id))
  return (
    <>
      <h2 className={styles.heading} data-fleeting>
        {t('savedSearches')}
      </h2>
      <ul className={styles.list} data-fleeting>
        {list.map((one) => {
          const path = searchPath(paramsOf(one))
          const shown = path === pathname + query
          return (
            <li key={one.id} className={styles.entry} data-shown={shown || undefined}>
              <Link to={path} className={styles.link} aria-current={shown ? 'page' : undefined}>
                <Icon icon={iconBookmark} size={18} />
                <span className={styles.name}>
                  <Isolated>{one.name}</Isolated>
                </span>
              </Link>
              <Allowed by={search.forget}>
                <span className={styles.remove}>
                  <IconButton
                    icon={iconClose}
                    size="sm"
                    label={t('forget', { name: one.name })}
                    onClick={() => void remove(one.id)}
                  />
                </span>
              </Allowed>
            </li>
          )
        })}
      </ul>
    </>
  )
}
