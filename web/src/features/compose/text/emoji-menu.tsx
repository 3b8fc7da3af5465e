import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconEmoji } from '../../../ui/icons-later.ts'
import { Popover } from '../../../ui/popover.tsx'
import { emojiGroups } from './emoji.ts'
import styles from './toolbar.module.css'

export function EmojiMenu({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation('compose')
  return (
    <Popover
      label={t('toolbar.emoji')}
      role="dialog"
      align="end"
      trigger={(props) => (
        <IconButton {...props} icon={iconEmoji} label={t('toolbar.emoji')} size="sm" />
      )}
    >
      {(close) => (
        <div className={styles.emojis}>
          {emojiGroups.map(({ id, list }) => (
            <section key={id} aria-label={t(`emoji.${id}`)}>
              <h3 className={styles.emojiHeading}>{t(`emoji.${id}`)}</h3>
              <div className={styles.emojiGrid}>
                {list.split(' ').map((emoji) => (
                  <button
                    key={emoji}
                    type="button"
                    className={styles.emoji}
                    onClick={() => {
                      close()
                      onPick(emoji)
                    }}
                  >
                    {emoji}
                  </button>
                ))}
              </div>
            </section>
          ))}
        </div>
      )}
    </Popover>
  )
}
