import { approvalPatterns, rulePlaces } from '@hongyan/contract/approval-fields'
import type { SensitivityLabel } from '@hongyan/contract/sensitivity-fields'
import { useTranslation } from '../../../lib/i18n.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './policy.module.css'
import { type Change, mostMegabytes, type RuleForm } from './rule-form.ts'
import type { Named } from './rule-sentence.ts'

interface PartProps {
  form: RuleForm
  change: Change
}

/** The fields that hold text. */
type TextName = {
  [Name in keyof RuleForm]: string extends RuleForm[Name] ? Name : never
}[keyof RuleForm]

const fieldOf = ({ form, change }: PartProps, name: TextName) => ({
  value: form[name],
  onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
})

const toggled = <T,>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]

/** Who writes to whom. */
export function PeoplePart(props: PartProps & { departments: readonly Named[] }) {
  const { t } = useTranslation('policy')
  const { form, change, departments } = props
  // What the rule named before it went stays shown, so that it can be taken out.
  const gone = form.departments.filter((id) => !departments.some((one) => one.id === id))
  const all = [...departments, ...gone.map((id) => ({ id, name: t('say.gone') }))]
  return (
    <>
      <h3 className={styles.part}>{t('editor.people')}</h3>
      {all.length > 0 && (
        <ChoiceGroup title={t('editor.departments')}>
          <div className={styles.choices}>
            {all.map(({ id, name }) => (
              <Checkbox
                key={id}
                checked={form.departments.includes(id)}
                onChange={() => change({ departments: toggled(form.departments, id) })}
              >
                {name}
              </Checkbox>
            ))}
          </div>
        </ChoiceGroup>
      )}
      <div className={styles.two}>
        <TextArea
          label={t('editor.senders')}
          hint={t('editor.sendersHint')}
          rows={2}
          {...fieldOf(props, 'senders')}
        />
        <TextArea
          label={t('editor.exempt')}
          hint={t('editor.listHint')}
          rows={2}
          {...fieldOf(props, 'exempt')}
        />
        <Select
          label={t('editor.recipients')}
          value={form.recipients}
          options={(['any', 'outside', 'inside'] as const).map((one) => ({
            value: one,
            label: t(`recipients.${one}`),
          }))}
          onChange={(event) => change({ recipients: event.target.value as RuleForm['recipients'] })}
        />
        <TextField
          label={t('editor.recipientsOver')}
          type="number"
          min={0}
          max={10_000}
          {...fieldOf(props, 'recipientsOver')}
        />
      </div>
      <TextArea
        label={t('editor.domains')}
        hint={t('editor.domainsHint')}
        rows={2}
        {...fieldOf(props, 'domains')}
      />
    </>
  )
}

/** What the mail is like and what it says. */
export function ContentPart(
  props: PartProps & { lists: readonly string[]; labels: readonly SensitivityLabel[] },
) {
  const { t, language } = useTranslation('policy')
  const { form, change, lists, labels } = props
  return (
    <>
      <h3 className={styles.part}>{t('editor.content')}</h3>
      <div className={styles.two}>
        <TextField
          label={t('editor.size')}
          type="number"
          min={0}
          max={mostMegabytes}
          step="any"
          {...fieldOf(props, 'sizeOver')}
        />
        <TextField
          label={t('editor.files')}
          hint={t('editor.filesHint')}
          disabled={form.anyFile}
          {...fieldOf(props, 'files')}
        />
      </div>
      <Checkbox
        checked={form.anyFile}
        onChange={(event) => change({ anyFile: event.target.checked })}
      >
        {t('editor.anyFile')}
      </Checkbox>
      <Select
        label={t('editor.sensitivity')}
        value={form.sensitivity}
        options={[
          { value: '', label: t('editor.anyLabel') },
          ...labels.map((one) => ({
            value: `from:${one.key}`,
            label: t('editor.label', { name: one[language === 'en' ? 'en' : 'zh'] }),
          })),
          { value: 'none', label: t('editor.noLabel') },
        ]}
        onChange={(event) => change({ sensitivity: event.target.value })}
      />
      <TextArea
        label={t('editor.words')}
        hint={t('editor.wordsHint')}
        rows={2}
        {...fieldOf(props, 'words')}
      />
      <ChoiceGroup title={t('editor.patterns')}>
        <div className={styles.choices}>
          {approvalPatterns.map((one) => (
            <Checkbox
              key={one}
              checked={form.patterns.includes(one)}
              onChange={() => change({ patterns: toggled(form.patterns, one) })}
            >
              {t(`patterns.${one}`)}
            </Checkbox>
          ))}
          {lists.map((name) => (
            <Checkbox
              key={name}
              checked={form.lists.includes(name)}
              onChange={() => change({ lists: toggled(form.lists, name) })}
            >
              {t('say.list', { name })}
            </Checkbox>
          ))}
        </div>
      </ChoiceGroup>
      <div className={styles.two}>
        <ChoiceGroup title={t('editor.places')}>
          <div className={styles.choices}>
            {rulePlaces.map((one) => (
              <Checkbox
                key={one}
                checked={form.places.length === 0 || form.places.includes(one)}
                onChange={() =>
                  change({
                    places: toggled(form.places.length === 0 ? rulePlaces : form.places, one),
                  })
                }
              >
                {t(`places.${one}`)}
              </Checkbox>
            ))}
          </div>
        </ChoiceGroup>
        <TextField
          label={t('editor.finds')}
          type="number"
          min={1}
          max={1000}
          {...fieldOf(props, 'finds')}
        />
      </div>
    </>
  )
}
