import { type Folder, folders } from '@hongyan/contract/folders'
import { call } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { attempt } from '../../lib/trouble.ts'
import { toast } from '../../ui/toast-store.ts'
import type { FolderPlace } from './folder-tree.ts'
import { foldersQuery } from './folders-query.ts'

/** Everything that may show mail of a folder that was locked, opened, emptied or deleted. */
export const contentChanged = (): Promise<unknown> =>
  Promise.all([
    foldersChanged(),
    queryClient.invalidateQueries({ queryKey: ['list'] }),
    queryClient.invalidateQueries({ queryKey: ['labels'] }),
  ])

/** A folder was locked: what was loaded of it while it was open is thrown away, not kept until it is asked for. */
function forgetContent(): Promise<unknown> {
  queryClient.removeQueries({ queryKey: ['mail'] })
  queryClient.removeQueries({ queryKey: ['list'], type: 'inactive' })
  return contentChanged()
}

const foldersChanged = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: foldersQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['move-targets'] }),
  ])

/** Makes a folder; the server's message is shown (FOLDERS-15). @throws ApiError with the rule that was broken */
export async function createFolder(folderName: string, parentId: number | null): Promise<number> {
  const { folderId, message } = await call(folders.add, { body: { folderName, parentId } })
  toast({ kind: 'success', text: message })
  void foldersChanged()
  return folderId
}

/** A folder that was made just now, from the list that knows it. */
export async function folderOf(id: number): Promise<Folder | undefined> {
  const { customList } = await queryClient.fetchQuery({ ...foldersQuery, staleTime: 0 })
  return customList.find(({ folderId }) => folderId === id)
}

export async function renameFolder({ folderId }: Folder, folderName: string): Promise<void> {
  await call(folders.rename, { body: { folderId, folderName } })
  await foldersChanged()
}

/** Puts a folder elsewhere; a refusal is told. */
export async function placeFolder({ folderId }: Folder, place: FolderPlace): Promise<void> {
  await attempt(() => call(folders.place, { body: { folderId, ...place } }))
  await foldersChanged()
}

/** Leaves a folder out of the menu, or brings it back. */
export async function showFolder({ folderId }: Folder, show: boolean): Promise<void> {
  await attempt(() => call(folders.show, { body: { folderId, state: show ? 0 : 1 } }))
  await foldersChanged()
}

export async function deleteFolder({ folderId, folderName }: Folder, password: string) {
  const body = password === '' ? { folderId } : { folderId, password }
  const { done } = await call(folders.remove, { body })
  const text = translate(done ? 'folders:deleted' : 'folders:deleting', { name: folderName })
  toast({ kind: 'success', text })
  void forgetContent()
}

export async function clearFolder({ folderId }: Folder): Promise<void> {
  const { count, done } = await call(folders.clear, { body: { folderId } })
  toast({
    kind: 'success',
    text: translate(done ? 'folders:cleared' : 'folders:clearing', { count }),
  })
  void contentChanged()
}

export async function setPassword({ folderId }: Folder, password: string): Promise<void> {
  await call(folders.setPassword, { body: { folderId, password } })
  toast({ kind: 'success', text: translate('folders:passwordSet') })
  void forgetContent()
}

export async function changePassword(
  { folderId }: Folder,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<void> {
  await call(folders.changePassword, { body: { folderId, oldPassword, newPassword } })
  toast({ kind: 'success', text: translate('folders:passwordChanged') })
  void forgetContent()
}

export async function cancelPassword({ folderId }: Folder, password: string): Promise<void> {
  await call(folders.cancelPassword, { body: { folderId, password } })
  toast({ kind: 'success', text: translate('folders:passwordCancelled') })
  void contentChanged()
}

/** Opens the folder for this login. @throws ApiError when the password is wrong */
export async function unlockFolder(folderId: number, password: string): Promise<void> {
  await call(folders.unlock, { body: { folderId, password } })
  await foldersChanged()
  void contentChanged()
}

export async function lockFolder({ folderId }: Folder): Promise<void> {
  await attempt(() => call(folders.lock, { body: { folderId } }))
  void forgetContent()
}

/** The server's answer to a forgotten password (G77). */
export async function askAboutForgotten(folderId: number): Promise<string> {
  const { message } = await call(folders.forgotPassword, { query: { folderId } })
  return message
}
