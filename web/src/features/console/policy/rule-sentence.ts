import type { ApprovalRule } from '@hongyan/contract/approval-fields'
import type { SensitivityLabel } from '@hongyan/contract/sensitivity-fields'
import { useTranslation } from '../../../lib/i18n.ts'
import { formatSize } from '../../../lib/sizes.ts'

export interface Named {
  id: number
  name: string
}

/** What rules name besides words. */
export interface NamedByRules {
  departments: readonly Named[]
  /** Of sensitivity. */
  labels: readonly SensitivityLabel[]
}

/** A rule as a sentence: who writes to whom, what it is like, and what happens then. */
export function useRuleSentence({
  departments,
  labels,
}: NamedByRules): (rule: ApprovalRule) => string {
  const { t, language } = useTranslation('policy')
  const names = new Map(departments.map(({ id, name }) => [id, name]))
  const list = (all: readonly string[], type: 'conjunction' | 'disjunction' = 'disjunction') =>
    new Intl.ListFormat(language, { type }).format(all)
  /** Conditions stand beside each other in Chinese, without a word between. */
  const allOf = (all: readonly string[]) =>
    language === 'zh' ? all.join('、') : list(all, 'conjunction')
  const quoted = (word: string) => t('say.quoted', { word })

  const from = ({ departments: ids, senders }: ApprovalRule): string => {
    const within = ids.map((id) => names.get(id) ?? t('say.gone'))
    // Both conditions are to be met.
    const parts = [within, senders].filter((all) => all.length > 0).map((all) => list(all))
    return parts.length === 0 ? t('say.anybody') : allOf(parts)
  }
  const to = ({ recipients, domains }: ApprovalRule): string => {
    const at = domains.length > 0 ? t('say.domains', { list: list(domains) }) : ''
    if (recipients === 'any') return at === '' ? t('say.anywhere') : t('say.to', { whom: at })
    const whom = t(`say.${recipients}`)
    return t('say.to', { whom: at === '' ? whom : list([whom, at], 'conjunction') })
  }
  const label = ({ sensitivity }: ApprovalRule): string | null => {
    if (sensitivity === null) return null
    if (sensitivity.is === 'none') return t('say.noLabel')
    const found = labels.find(({ key }) => key === sensitivity.key)
    return t('say.label', { name: found?.[language === 'en' ? 'en' : 'zh'] ?? sensitivity.key })
  }
  const content = ({ words, lists, patterns, places, finds }: ApprovalRule): string | null => {
    const wanted = [
      ...words.slice(0, 5).map(quoted),
      ...(words.length > 5 ? [t('say.more', { count: words.length - 5 })] : []),
      ...lists.map((name) => t('say.list', { name })),
      ...patterns.map((one) => t(`patterns.${one}`)),
    ]
    if (wanted.length === 0) return null
    const where = places.length === 0 ? '' : list(places.map((one) => t(`places.${one}`)))
    const said = list(wanted)
    const what = where === '' ? t('say.contains', { said }) : t('say.containsIn', { said, where })
    return finds > 1 ? t('say.atLeast', { what, count: finds }) : what
  }
  const that = (rule: ApprovalRule): string[] => {
    const { sizeOver, recipientsOver, files } = rule
    const isAny = files.includes('*')
    return [
      ...(recipientsOver === null ? [] : [t('say.recipients', { count: recipientsOver })]),
      ...(sizeOver === null ? [] : [t('say.size', { size: formatSize(sizeOver) })]),
      ...[label(rule)].filter((one) => one !== null),
      ...(isAny ? [t('say.anyFile')] : []),
      ...(files.length > 0 && !isAny ? [t('say.files', { list: list(files) })] : []),
      ...[content(rule)].filter((one) => one !== null),
    ]
  }
  const then = ({ action, levels, copyTo, unmarked }: ApprovalRule): string => {
    if (action === 'copy') return t('does.copy', { whom: list(copyTo, 'conjunction') })
    if (action === 'watermark') return t(`does.watermark.${unmarked}`)
    if (action !== 'approve') return t(`does.${action}`)
    return levels
      .map(({ approvers, head, needs }, index) => {
        const people = [...(head ? [t('say.head')] : []), ...approvers]
        const whom = list(people, needs === 'all' ? 'conjunction' : 'disjunction')
        return t(index === 0 ? 'does.approve' : 'does.next', { whom })
      })
      .join('')
  }
  return (rule) => {
    const like = that(rule)
    const text = t(like.length === 0 ? 'say.plain' : 'say.sentence', {
      from: from(rule),
      to: to(rule),
      that: allOf(like),
      what: then(rule),
    })
    const { exempt } = rule
    return exempt.length === 0 ? text : t('say.except', { text, whom: list(exempt, 'conjunction') })
  }
}
