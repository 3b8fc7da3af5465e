import { useTranslation } from '../../../lib/i18n.ts'
import { madeKey } from '../../../lib/text-keys.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconClose } from '../../../ui/icons.ts'
import type { MailColor } from '../../../ui/mail-colors.ts'
import { Popover } from '../../../ui/popover.tsx'
import styles from './toolbar.module.css'

interface ColorMenuProps {
  icon: string
  label: string
  none: string
  colors: MailColor[]
  onPick: (value: string | null) => void
}

export function ColorMenu({ icon, label, none, colors, onPick }: ColorMenuProps) {
  const { t } = useTranslation('compose')
  return (
    <Popover
      label={label}
      role="dialog"
      trigger={(props) => <IconButton {...props} icon={icon} label={label} size="sm" />}
    >
      {(close) => {
        const pick = (value: string | null) => {
          close()
          onPick(value)
        }
        return (
          <div className={styles.colors}>
            {colors.map(({ id, value }) => (
              <button
                key={id}
                type="button"
                className={styles.color}
                style={{ background: value }}
                title={t(madeKey(`colors.${id}`))}
                aria-label={t(madeKey(`colors.${id}`))}
                onClick={() => pick(value)}
              />
            ))}
            <button type="button" className={styles.noColor} onClick={() => pick(null)}>
              <Icon icon={iconClose} size={16} />
              {none}
            </button>
          </div>
        )
      }}
    </Popover>
  )
}
