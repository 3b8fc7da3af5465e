import { useTranslation } from '../../../lib/i18n.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconClose } from '../../../ui/icons.ts'
import { Popover } from '../../../ui/popover.tsx'
import styles from './toolbar.module.css'

interface Color {
  id: string
  value: string
}

/** Colours that stay readable on white (4.5:1) … */
export const textColors: Color[] = [
  { id: 'black', value: '#1d2733' },
  { id: 'gray', value: '#66727f' },
  { id: 'red', value: '#c0271d' },
  { id: 'orange', value: '#b3500b' },
  { id: 'gold', value: '#8a6100' },
  { id: 'green', value: '#1f7a3d' },
  { id: 'teal', value: '#0f7480' },
  { id: 'blue', value: '#1a5fc4' },
  { id: 'purple', value: '#7a3fc0' },
  { id: 'pink', value: '#b52a72' },
]

/** … and pale ones on which black text does. */
export const highlightColors: Color[] = [
  { id: 'yellow', value: '#fff3a3' },
  { id: 'lightGray', value: '#e6eaee' },
  { id: 'lightRed', value: '#ffd9d5' },
  { id: 'orange', value: '#ffe0bd' },
  { id: 'lightGreen', value: '#d3f0d9' },
  { id: 'teal', value: '#cdeff0' },
  { id: 'lightBlue', value: '#d4e5fd' },
  { id: 'lightPurple', value: '#e9dcfb' },
  { id: 'pink', value: '#fbd8ea' },
  { id: 'gray', value: '#c9d2da' },
]

interface ColorMenuProps {
  icon: string
  label: string
  none: string
  colors: Color[]
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
                title={t(`colors.${id}`)}
                aria-label={t(`colors.${id}`)}
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
