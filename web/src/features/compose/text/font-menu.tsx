import { useTranslation } from '../../../lib/i18n.ts'
import { Menu, oneOf } from '../../../ui/menu.tsx'
import styles from './toolbar.module.css'

/**
 * Families that most machines have, each with what stands in for it on the others. Null is what the reader's own program
 * uses.
 */
const fonts = [
  { id: 'fontDefault', value: null },
  { id: 'fontYaHei', value: '"Microsoft YaHei", "PingFang SC", "Noto Sans CJK SC"' },
  { id: 'fontSong', value: 'SimSun, "Songti SC", "Noto Serif CJK SC"' },
  { id: 'fontHei', value: 'SimHei, "Heiti SC"' },
  { id: 'fontKai', value: 'KaiTi, "Kaiti SC", STKaiti' },
  { id: 'fontFangSong', value: 'FangSong, STFangsong' },
  { id: 'fontArial', value: 'Arial, Helvetica' },
  { id: 'fontVerdana', value: 'Verdana, Geneva' },
  { id: 'fontGeorgia', value: 'Georgia, "Times New Roman"' },
  { id: 'fontTimes', value: '"Times New Roman", Times' },
  { id: 'fontCourier', value: '"Courier New", Courier' },
] as const

interface FontMenuProps {
  /** The CSS value at the cursor; '' for the default. */
  font: string
  onPick: (value: string | null) => void
}

export function FontMenu({ font, onPick }: FontMenuProps) {
  const { t } = useTranslation('compose')
  const current =
    fonts.find(({ value }) => value !== null && first(value) === first(font)) ?? fonts[0]
  const name = t(`toolbar.${current.id}`)
  return (
    <Menu
      label={t('toolbar.font')}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={`${styles.size} ${styles.font}`}
          aria-label={`${t('toolbar.font')}: ${name}`}
        >
          {name}
        </button>
      )}
      entries={oneOf(
        t('toolbar.font'),
        fonts.map((one) => ({
          id: one.id,
          label: t(`toolbar.${one.id}`),
          checked: one === current,
          onSelect: () => onPick(one.value),
        })),
      )}
    />
  )
}

/** Browsers write a list of families with other quotes than it was given. */
const first = (families: string): string =>
  (families.split(',')[0] ?? '').replace(/["']/g, '').trim().toLowerCase()
