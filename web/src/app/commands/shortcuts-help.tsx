import type { SettingChange } from '@hongyan/contract/settings'
import { type KeyboardEvent, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { changeSetting, useSettings } from '../../lib/me.ts'
import { keysOf, nameOf, type ShortcutId, shortcutGroups, shortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast-store.ts'
import { keyText } from './key-text.ts'
import styles from './shortcuts-help.module.css'

const ids = Object.keys(shortcuts) as ShortcutId[]
const sets = ['gmail', 'classic'] as const

const save = (change: SettingChange): void =>
  void changeSetting(change).catch((error: unknown) => {
    if (error instanceof ApiError) toast({ kind: 'error', text: error.message })
  })

/** Every shortcut, from the one list of them; sets of keys, and own ones (G116). */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shortcuts')
  const settings = useSettings()
  const [changing, setChanging] = useState(false)
  const own = settings?.shortcutKeys ?? {}
  return (
    <Dialog title={t('title')} closeLabel={t('common:close')} onClose={onClose} width={720}>
      <p className={styles.keysHint}>{t('hint', { key: keyText('Mod+k') })}</p>
      <div className={styles.keyTools}>
        <Select
          label={t('set')}
          value={settings?.shortcutSet ?? 'gmail'}
          options={sets.map((value) => ({ value, label: t(`sets.${value}`) }))}
          onChange={({ target }) => {
            const value = sets.find((one) => one === target.value)
            if (value) save({ key: 'shortcutSet', value })
          }}
        />
        <Button aria-pressed={changing} onClick={() => setChanging(!changing)}>
          {t(changing ? 'changeDone' : 'change')}
        </Button>
        {Object.keys(own).length > 0 && (
          <Button kind="quiet" onClick={() => save({ key: 'shortcutKeys', value: {} })}>
            {t('reset')}
          </Button>
        )}
      </div>
      <div className={styles.keyGroups}>
        {shortcutGroups.map((group) => (
          <section key={group} aria-label={t(`groups.${group}`)}>
            <h3>{t(`groups.${group}`)}</h3>
            <dl className={styles.keys}>
              {ids
                .filter((id) => shortcuts[id].group === group)
                .map((id) => (
                  <div key={id}>
                    <dt>{t(`names.${id}`)}</dt>
                    <dd>
                      {changing ? (
                        <OwnKey
                          id={id}
                          onChoose={(name) =>
                            save({ key: 'shortcutKeys', value: { ...own, [id]: name } })
                          }
                        />
                      ) : (
                        keysOf(id).map((key) => <Keys key={key} of={key} />)
                      )}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** A button that takes the next key as the new one; Esc leaves it as it was. */
function OwnKey({ id, onChoose }: { id: ShortcutId; onChoose: (name: string) => void }) {
  const { t } = useTranslation('shortcuts')
  const [waiting, setWaiting] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!waiting || ['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    setWaiting(false)
    const name = nameOf(event.nativeEvent)
    if (event.key !== 'Escape' && name !== null && name.length <= longestKey) onChoose(name)
  }
  return (
    <button
      type="button"
      className={styles.ownKey}
      aria-label={t('changeKey', { name: t(`names.${id}`) })}
      onClick={() => setWaiting(true)}
      onBlur={() => setWaiting(false)}
      onKeyDown={onKeyDown}
    >
      {waiting ? t('pressKey') : keysOf(id).map((key) => <Keys key={key} of={key} />)}
    </button>
  )
}

/** `Shift+ArrowDown` and the like. */
const longestKey = 20

function Keys({ of }: { of: string }) {
  const { t } = useTranslation('shortcuts')
  // A blank at an end is a key itself.
  const [first = '', second] = of.split(/(?<=\S) (?=\S)/)
  return (
    <span>
      <kbd>{keyText(first)}</kbd>
      {second && (
        <>
          <span className="visually-hidden"> {t('then')} </span> <kbd>{second}</kbd>
        </>
      )}
    </span>
  )
}
