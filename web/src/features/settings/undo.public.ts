import type { SettingChange } from '@hongyan/contract/settings'
import { setLanguage, translate } from '../../lib/i18n.ts'
import type { Language } from '../../lib/language.ts'
import { changeSetting, settingsQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { attempt } from '../../lib/trouble.ts'
import { toast } from '../../ui/toast-store.ts'

interface Saved {
  /** What it is called on the screen. */
  name: string | (() => string)
  /** Instead of "saved" and "restored", where something comes or goes. */
  said?: { done: string; back: string }
  /** Brings back what was before. */
  restore: () => Promise<unknown>
}

/** Says that something is saved, with a way back: one at a time, the latest. */
export function offerUndo({ name: given, said, restore }: Saved): void {
  // Asked for when it is said: it may be in another language by then.
  const name = () => (typeof given === 'string' ? given : given())
  const undo = async () => {
    if (!(await attempt(restore))) return
    const text = said?.back ?? translate('shell:restoredName', { name: name() })
    toast({ kind: 'success', topic: 'setting', text })
  }
  toast({
    kind: 'success',
    topic: 'setting',
    text: said?.done ?? translate('shell:savedName', { name: name() }),
    action: { label: translate('common:undo'), run: () => void undo() },
  })
}

/** Saves at once and offers the way back; a refusal is said and nothing else happens. @returns done */
export async function saveWithUndo({
  save,
  ...saved
}: Saved & { save: () => Promise<unknown> }): Promise<boolean> {
  const done = await attempt(save)
  if (done) offerUndo(saved)
  return done
}

/** One setting of the general config; see saveWithUndo. */
export function saveSetting(change: SettingChange, name: string): Promise<boolean> {
  const before = queryClient.getQueryData(settingsQuery.queryKey)?.[change.key]
  const back = { ...change, value: before ?? change.value } as SettingChange
  return saveWithUndo({
    name,
    save: () => changeSetting(change),
    restore: () => changeSetting(back),
  })
}

/** The language, at once; see saveWithUndo. */
export const saveLanguage = (next: Language, before: Language): Promise<boolean> =>
  saveWithUndo({
    name: () => translate('common:language'),
    save: () => setLanguage(next),
    restore: () => setLanguage(before),
  })
