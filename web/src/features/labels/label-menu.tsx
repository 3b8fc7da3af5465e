import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Popover, type TriggerProps } from '../../ui/popover.tsx'
import { LabelPicker, type Marking } from './label-picker.tsx'

interface LabelMenuProps extends Pick<Marking, 'onCreate' | 'onSort'> {
  /** The mails, asked for when the menu opens. */
  targets: () => Marking['mails']
  trigger: (props: TriggerProps) => ReactNode
}

/** The picker of labels at a button. */
export function LabelMenu({ targets, onCreate, onSort, trigger }: LabelMenuProps) {
  const { t } = useTranslation('labels')
  return (
    <Popover label={t('mark')} role="dialog" align="end" trigger={trigger}>
      {(close) => (
        <LabelPicker mails={targets()} onCreate={onCreate} onSort={onSort} close={close} />
      )}
    </Popover>
  )
}
