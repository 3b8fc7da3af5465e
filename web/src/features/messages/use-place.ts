import type { Folder } from '@hongyan/contract/folders'
import { useMemo } from 'react'
import { useLocation } from '../../lib/router/hooks.ts'
import { findRole, pathOf, readWarm, roleOfPath, useFolders } from '../folders/folders.public.ts'
import {
  type ListSource,
  readSearch,
  type SearchParams,
  searchPath,
  sourceKey,
} from './list-source.ts'

/** Lists that reach over folders, by their routes. */
const acrossPaths = ['favorite', 'noread', 'readed', 'inboxct'] as const
type AcrossPath = (typeof acrossPaths)[number]

export interface Place {
  /** Null while the folder is not known yet or does not exist. */
  source: ListSource | null
  folder: Folder | undefined
  search: SearchParams | null
  /** A list over folders; null for others. */
  across: AcrossPath | null
  /** The label whose mails are listed. */
  labelId: number | null
  /** What the route of an open message carries, so that its list stays: empty, or a query with its question mark. */
  tail: string
  /** The message that is open. */
  openId: number | null
  /** Route of the list itself. */
  listPath: string
  /** The folders are here and none fits the route. */
  missing: boolean
}

/** Reads from the route which list is on screen and which message is open in it. */
export function usePlace(): Place {
  const { pathname, search } = useLocation()
  const { all, loaded } = useFolders()
  const place = useMemo(
    () => placeOf({ pathname, query: new URLSearchParams(search), all, loaded }),
    [pathname, search, all, loaded],
  )
  const key = place.source ? sourceKey(place.source) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same object for the same list, whichever of its mails is open
  const source = useMemo(() => place.source, [key])
  return useMemo(() => ({ ...place, source }), [place, source])
}

interface Where {
  pathname: string
  query: URLSearchParams
  all: Folder[]
  loaded: boolean
}

function placeOf({ pathname, query, all, loaded }: Where): Place {
  const [, first, second, third] = pathname.split('/')
  const openId = first === 'reply' ? Number(third) || null : null
  const params = first === 'search' || first === 'reply' ? readSearch(query) : null
  if (params) {
    const source: ListSource = { kind: 'search', params }
    const folder = all.find(({ folderId }) => folderId === params.mailboxId)
    const listPath = searchPath(params)
    const tail = listPath.slice('/search'.length)
    return { ...elsewhere, source, folder, search: params, openId, listPath, tail }
  }
  const across = acrossOf(first === 'reply' ? query.get('from') : first)
  if (across) return { ...placeAcross(across, query), openId }
  const labelId = labelOf({ pathname, query })
  if (labelId !== null) {
    const source: ListSource = { kind: 'label', labelId }
    const listPath = `/otherfolders2/other2/${labelId}`
    return { ...elsewhere, source, labelId, openId, listPath, tail: `?labelId=${labelId}` }
  }
  return placeInFolder({ pathname, second, openId, all, loaded })
}

interface InFolder extends Omit<Where, 'query'> {
  /** Second part of the route: a folder's number, where the first does not name it. */
  second: string | undefined
  openId: number | null
}

function placeInFolder({ pathname, second, openId, all, loaded }: InFolder): Place {
  const role = roleOfPath(pathname)
  const wanted = role ? undefined : Number(second)
  const folder = role
    ? findRole({ system: [], own: [], all }, role)
    : all.find(({ folderId }) => folderId === wanted)
  const folderId = folder?.folderId ?? guess(role, wanted, loaded)
  // Of a locked folder nothing is asked for before its password.
  const open = folderId && (folder?.lockedBy ?? null) === null
  return {
    ...elsewhere,
    source: open ? { kind: 'folder', folderId } : null,
    folder,
    openId,
    listPath: folder ? pathOf(folder) : '/inbox',
    missing: loaded && !folder,
  }
}

const elsewhere = {
  folder: undefined,
  search: null,
  across: null,
  labelId: null,
  tail: '',
  missing: false,
} satisfies Partial<Place>

/** The label in the route of its list, or in that of a message opened from there. */
function labelOf({ pathname, query }: Pick<Where, 'pathname' | 'query'>): number | null {
  const match = /^\/otherfolders2\/other2\/(\d+)$/.exec(pathname)
  const text = match?.[1] ?? (pathname.startsWith('/reply/') ? query.get('labelId') : null)
  return Number(text) || null
}

const acrossOf = (path: string | null | undefined): AcrossPath | null =>
  acrossPaths.find((one) => one === path) ?? null

function placeAcross(across: AcrossPath, query: URLSearchParams): Omit<Place, 'openId'> {
  const address = query.get('address')?.trim() ?? ''
  const rest = across === 'inboxct' ? `address=${encodeURIComponent(address)}` : ''
  const kinds: Record<AcrossPath, ListSource | null> = {
    favorite: { kind: 'favorite' },
    noread: { kind: 'quick', seen: false },
    readed: { kind: 'quick', seen: true },
    inboxct: address === '' ? null : { kind: 'related', address },
  }
  return {
    ...elsewhere,
    source: kinds[across],
    across,
    tail: `?from=${across}${rest ? `&${rest}` : ''}`,
    listPath: `/${across}${rest ? `?${rest}` : ''}`,
  }
}

/** Before the folders are loaded: the number in the route, or the inbox as it was last time. */
function guess(
  role: string | null,
  wanted: number | undefined,
  loaded: boolean,
): number | undefined {
  if (loaded) return undefined
  return role === 'inbox' ? readWarm().inbox : wanted
}
