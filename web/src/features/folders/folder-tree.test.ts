import type { Folder } from '@hongyan/contract/folders'
import { expect, it } from 'vitest'
import { pathName, placeAfter, type Step, shownRows, treeOf, unreadWithin } from './folder-tree.ts'

const folder = (folderId: number, parentId: number | null, over: Partial<Folder> = {}): Folder => ({
  folderId,
  folderName: `f${folderId}`,
  role: null,
  parentId,
  mail: 0,
  unread: 1,
  pwd: false,
  lockedBy: null,
  show: true,
  retention: null,
  ...over,
})

const folders = [folder(1, null), folder(2, 1), folder(3, 2), folder(4, 1), folder(5, null)]

it('SHELL-14 own folders are shown as a tree, without those inside a closed or a hidden one', () => {
  const ids = (closed: number[], list = folders, all = false) =>
    shownRows(treeOf(list), { closed: new Set(closed), all }).map(({ folder: one, depth }) => [
      one.folderId,
      depth,
    ])
  expect(ids([])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 1],
    [5, 0],
  ])
  expect(ids([2])).toEqual([
    [1, 0],
    [2, 1],
    [4, 1],
    [5, 0],
  ])
  const hidden = folders.map((one) => (one.folderId === 2 ? { ...one, show: false } : one))
  expect(ids([], hidden)).toEqual([
    [1, 0],
    [4, 1],
    [5, 0],
  ])
  expect(ids([], hidden, true)).toHaveLength(5)
})

it('SHELL-14 a closed folder counts the unread mail of all inside it', () => {
  expect(treeOf(folders).map(unreadWithin)).toEqual([4, 1])
})

it('SHELL-14 a folder names those it lies in', () => {
  expect(pathName(folders, folder(3, 2))).toBe('f1 / f2 / f3')
})

it.each<[number, Step, { parentId: number | null; beforeId: number | null } | null]>([
  [5, 'up', { parentId: null, beforeId: 1 }],
  [1, 'up', null],
  [1, 'down', { parentId: null, beforeId: null }],
  [5, 'down', null],
  [2, 'down', { parentId: 1, beforeId: null }],
  [5, 'in', { parentId: 1, beforeId: null }],
  [2, 'in', null],
  [2, 'out', { parentId: null, beforeId: 5 }],
  [3, 'out', { parentId: 1, beforeId: 4 }],
  [5, 'out', null],
])('SHELL-14 folder %i one step %s', (id, step, place) => {
  const one = folders.find(({ folderId }) => folderId === id)
  expect(one && placeAfter(folders, one, step)).toEqual(place)
})
