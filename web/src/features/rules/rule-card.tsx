import type { Rule } from '@hongyan/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { attempt } from '../../lib/trouble.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconChevronDown, iconChevronUp, iconDraft, iconTrash } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Switch } from '../../ui/switch.tsx'
import { titleOf, useFolders } from '../folders/folders.public.ts'
import { needsValue, shownCondition } from './rule-form.ts'
import styles from './rules.module.css'
import { moveRule, ruleLabelsQuery, switchRule } from './rules-query.ts'

interface RuleCardProps {
  rule: Rule
  index: number
  count: number
  onEdit: () => void
  onRemove: () => void
}

/** One rule in words, its switch and its place in the order. */
export function RuleCard({ rule, index, count, onEdit, onRemove }: RuleCardProps) {
  const { t } = useTranslation('rules')
  const name = { name: rule.name }
  return (
    <li className={styles.card} data-off={!rule.enabled || undefined}>
      <div className={styles.order}>
        <IconButton
          icon={iconChevronUp}
          label={t('up', name)}
          size="sm"
          disabled={index === 0}
          onClick={() => void attempt(() => moveRule(rule, -1))}
        />
        <IconButton
          icon={iconChevronDown}
          label={t('down', name)}
          size="sm"
          disabled={index === count - 1}
          onClick={() => void attempt(() => moveRule(rule, 1))}
        />
      </div>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <Isolated>{rule.name}</Isolated>
        </h2>
        <Words rule={rule} />
      </div>
      <Switch
        aria-label={t('on', name)}
        checked={rule.enabled}
        onChange={(event) => {
          const enabled = event.target.checked
          void attempt(() => switchRule(rule, enabled))
        }}
      />
      <IconButton icon={iconDraft} label={t('edit', name)} onClick={onEdit} />
      <IconButton icon={iconTrash} label={t('removeNamed', name)} onClick={onRemove} />
    </li>
  )
}

function Words({ rule }: { rule: Rule }) {
  const { t } = useTranslation('rules')
  const conditions = rule.conditions.map((condition) => {
    const shown = shownCondition(condition)
    if (!needsValue(shown)) return t(madeKey(`hasFile.${shown.operator}`))
    const unit = shown.field === 'size' ? ' KB' : ''
    const value = t('quoted', { value: shown.value + unit })
    return `${t(`field.${shown.field}`)} ${t(`operator.${shown.operator}`)} ${value}`
  })
  const joined = conditions.join(t(rule.match === 'all' ? 'and' : 'or'))
  const actions = useActionWords(rule).join(t('comma'))
  return (
    <>
      <p className={styles.sentence}>{joined}</p>
      <p className={styles.sentence}>
        <span className={styles.arrow} aria-hidden="true">
          →
        </span>
        {actions}
      </p>
    </>
  )
}

function useActionWords({ action }: Rule): string[] {
  const { t } = useTranslation('rules')
  const { all } = useFolders()
  const { data: labels = [] } = useQuery(ruleLabelsQuery)
  const { moveTo, labelIds, star, markRead, forwardTo, reject } = action
  const folder = all.find((one) => one.folderId === moveTo)
  const names = labels.filter((one) => labelIds.includes(one.labelId)).map((one) => one.labelName)
  return [
    moveTo === null ? '' : t('doMove', { folder: folder ? titleOf(folder, t) : t('folderGone') }),
    labelIds.length === 0 ? '' : t('doLabel', { labels: names.join(', ') }),
    star ? t('star') : '',
    markRead ? t('markRead') : '',
    forwardTo === null ? '' : t('doForward', { list: forwardTo.join(', ') }),
    reject ? t('reject') : '',
  ].filter(Boolean)
}
