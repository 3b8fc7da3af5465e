import { limits } from '@hongyan/contract/limits'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useTimeFormat } from '../../lib/use-time-format.ts'
import { instantOf, localMinute } from '../../lib/zone-time.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ChoiceGroup, Radio } from '../../ui/choice-group.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { titleOf, useFolders } from '../folders/folders.public.ts'
import type { SearchParams } from '../messages/messages.public.ts'
import styles from './advanced-form.module.css'
import { changeTime, isWrong, type Times } from './search-times.ts'

interface AdvancedFormProps {
  /** The search on screen, to be narrowed; null for a fresh one. */
  initial: SearchParams | null
  onClose: () => void
  onSearch: (params: SearchParams) => void
}

/** Scope 1 subject, 2 body, 3 attachment name (G57). */
const scopes = ['1', '2', '3'] as const

type Code = '0' | '1' | '2'

interface Fields {
  keyword: string
  /** Parts of a name or address; they become operators of the keyword. */
  from: string
  to: string
  folder: string
  scope: readonly string[]
  times: Times
  attachment: Code
  unread: Code
}

/** The advanced search (specification §2): it leads to /search with its parameters. */
export function AdvancedForm({ initial, onClose, onSearch }: AdvancedFormProps) {
  const { t } = useTranslation('search')
  const format = useTimeFormat()
  const { zone } = format
  const [fields, setFields] = useState(() => fieldsOf(initial, zone))
  const [resets, setResets] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const formId = useId()
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }))
  const onTime = (change: Partial<Times>) => {
    const { times, warn } = changeTime(fields.times, change, localMinute(Date.now(), zone))
    if (warn) toast({ kind: 'info', text: t('range') })
    set({ times })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (keywordOf(fields) === '') return setError(t('empty'))
    if (isWrong(fields.times)) return void toast({ kind: 'info', text: t('range') })
    onSearch(paramsOf(fields, zone))
  }
  return (
    <Dialog
      title={t('advanced')}
      closeLabel={t('common:close')}
      onClose={onClose}
      width={520}
      footer={
        <>
          <Button
            onClick={() => {
              setFields(fieldsOf(null, zone))
              setResets(resets + 1)
            }}
          >
            {t('reset')}
          </Button>
          <Button kind="primary" type="submit" form={formId}>
            {t('go')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={onSubmit}>
        <TextField
          label={t('keyword')}
          data-autofocus
          value={fields.keyword}
          maxLength={limits.keyword}
          error={error}
          hint={t('operators')}
          autoComplete="off"
          onChange={(event) => {
            setError(null)
            set({ keyword: event.target.value })
          }}
        />
        <div className={styles.pair}>
          {(['from', 'to'] as const).map((side) => (
            <TextField
              key={side}
              label={t(side)}
              value={fields[side]}
              maxLength={maxPerson}
              autoComplete="off"
              onChange={(event) => {
                setError(null)
                set({ [side]: event.target.value })
              }}
            />
          ))}
        </div>
        <FolderField value={fields.folder} onChange={(folder) => set({ folder })} />
        <ChoiceGroup title={t('scope')}>
          {scopes.map((one) => (
            <Checkbox
              key={one}
              checked={fields.scope.includes(one)}
              onChange={({ target }) =>
                set({
                  scope: scopes.filter((other) =>
                    other === one ? target.checked : fields.scope.includes(other),
                  ),
                })
              }
            >
              {t(`scope${one}`)}
            </Checkbox>
          ))}
        </ChoiceGroup>
        <div className={styles.pair}>
          {(['start', 'end'] as const).map((side) => (
            <DateTimeField
              key={`${side} ${resets}`}
              format={format}
              label={t(side)}
              value={fields.times[side]}
              // While it is typed a month of 1 may become one of 11: judged when it is left.
              onChange={(time) => set({ times: { ...fields.times, [side]: time } })}
              onLeave={(time) => onTime({ [side]: time })}
            />
          ))}
        </div>
        <Choice
          name="attachment"
          value={fields.attachment}
          onChange={(attachment) => set({ attachment })}
        />
        <Choice name="unread" value={fields.unread} onChange={(unread) => set({ unread })} />
      </form>
    </Dialog>
  )
}

function FolderField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('search')
  const { t: folderText } = useTranslation('folders')
  const { all } = useFolders()
  const options = all.map((folder) => ({
    value: String(folder.folderId),
    label: titleOf(folder, folderText),
  }))
  return (
    <Select
      label={t('folder')}
      value={value}
      options={[{ value: '', label: t('allFolders') }, ...options]}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface ChoiceProps {
  name: 'attachment' | 'unread'
  value: Code
  onChange: (value: Code) => void
}

/** A filter with the codes of the specification: 2 all, 1 yes, 0 no. */
function Choice({ name, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('search')
  return (
    <ChoiceGroup title={t(name)}>
      {(['2', '1', '0'] as const).map((code) => (
        <Radio
          key={code}
          name={name}
          value={code}
          checked={value === code}
          onChange={() => onChange(code)}
        >
          {t(`${name}${code}`)}
        </Radio>
      ))}
    </ChoiceGroup>
  )
}

const fieldsOf = (params: SearchParams | null, zone: number): Fields => ({
  keyword: params?.searchKeyword ?? '',
  from: '',
  to: '',
  folder: params?.mailboxId ? String(params.mailboxId) : '',
  scope: scopesOf(params),
  times: {
    start: params?.startTime ? localMinute(Date.parse(params.startTime), zone) : '',
    end: params?.endTime ? localMinute(Date.parse(params.endTime), zone) : '',
  },
  attachment: params?.hasAttachment ?? '2',
  unread: params?.isUnread ?? '2',
})

function scopesOf(params: SearchParams | null): readonly string[] {
  if (params?.searchType === '2') return ['1']
  return params?.scope ? params.scope.split(',') : []
}

/** A longer name is nobody's. */
const maxPerson = 60

/** The words, and who it is from and to as operators. */
const keywordOf = ({ keyword, from, to }: Fields): string =>
  [keyword.trim(), operator('from', from), operator('to', to)]
    .filter(Boolean)
    .join(' ')
    .slice(0, limits.keyword)

const operator = (name: string, value: string): string => {
  const clean = value.replaceAll('"', '').trim()
  return clean === '' ? '' : `${name}:"${clean}"`
}

/** Without a scope everything is searched, people too. */
function paramsOf(fields: Fields, zone: number): SearchParams {
  const startTime = instantOf(fields.times.start, zone) ?? undefined
  const endTime = instantOf(fields.times.end, zone) ?? undefined
  return {
    searchType: '4',
    searchKeyword: keywordOf(fields),
    ...(startTime ? { startTime } : {}),
    ...(endTime ? { endTime } : {}),
    ...(fields.folder === '' ? {} : { mailboxId: Number(fields.folder) }),
    hasAttachment: fields.attachment,
    isUnread: fields.unread,
    ...(fields.scope.length > 0 ? { scope: fields.scope.join(',') } : {}),
  }
}
