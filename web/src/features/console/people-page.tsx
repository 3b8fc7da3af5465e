import {
  consoleContract as api,
  type ConsoleDepartment,
  type ListedPerson,
} from '@hongyan/contract/console'
import { useState } from 'react'
import { wholeDate } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { formatSize } from '../../lib/sizes.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { iconPlus } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './console.module.css'
import { type Me, useDates } from './console-state.ts'
import { DepartmentTree } from './department-tree.tsx'
import { departmentOptions } from './departments.ts'
import { Pager } from './pager.tsx'
import { AddPerson } from './person/add-person.tsx'
import { PersonDialog } from './person/person-dialog.tsx'
import { Scroller } from './scroller.tsx'
import { useAsked } from './use-asked.ts'

type State = 'all' | 'active' | 'disabled' | 'role'
const states: readonly State[] = ['all', 'active', 'disabled', 'role']
const pageSize = 30

/** People by department, found by name or address; each opens. */
export function PeoplePage({ me }: { me: Me }) {
  const { t } = useTranslation('console')
  const [wanted, setWanted] = useState({
    keyword: '',
    departmentId: 0,
    state: 'all' as State,
    page: 1,
  })
  const [open, setOpen] = useState<number | null>(null)
  const [adding, setAdding] = useState(false)
  const change = (part: Partial<typeof wanted>) => setWanted({ ...wanted, page: 1, ...part })
  const { keyword, departmentId, state, page } = wanted
  const of = departmentId === 0 ? {} : { departmentId }
  const query = { keyword, state, pageNum: page, pageSize, ...of }
  const { data, error } = useAsked(api.people, { query })
  const departments = useAsked(api.departments, {}).data?.list ?? []
  return (
    <div className={styles.split}>
      <DepartmentTree
        departments={departments}
        current={departmentId}
        mayChange={api.saveDepartment.may.some((role) => role === me.role)}
        onPick={(id) => change({ departmentId: id })}
      />
      <section className={styles.main}>
        <h1 className={styles.title}>{t('pages.people')}</h1>
        <div className={styles.tools}>
          <TextField
            type="search"
            label={t('people.search')}
            hideLabel
            placeholder={t('people.search')}
            value={keyword}
            onChange={(event) => change({ keyword: event.target.value })}
          />
          <Select
            label={t('people.state')}
            hideLabel
            value={state}
            options={states.map((one) => ({ value: one, label: t(`people.states.${one}`) }))}
            onChange={(event) => change({ state: event.target.value as State })}
          />
          {api.add.may.some((role) => role === me.role) && (
            <Button kind="primary" icon={iconPlus} onClick={() => setAdding(true)}>
              {t('people.add')}
            </Button>
          )}
        </div>
        {error && <Banner tone="danger">{error.message}</Banner>}
        {data && <Found list={data.list} onOpen={setOpen} />}
        {data && (
          <Pager
            page={page}
            size={pageSize}
            total={data.total}
            onPage={(to) => setWanted({ ...wanted, page: to })}
          />
        )}
      </section>
      {open !== null && (
        <PersonDialog
          accountId={open}
          me={me}
          departments={departments}
          onClose={() => setOpen(null)}
        />
      )}
      {adding && (
        <AddPerson
          me={me}
          options={optionsFor(me, departments, t('people.noDepartment'))}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

/** A department administrator puts nobody at the top. */
const optionsFor = (me: Me, departments: readonly ConsoleDepartment[], none: string) => [
  ...(me.role === 'department' ? [] : [{ value: '', label: none }]),
  ...departmentOptions(departments),
]

function Found(props: { list: readonly ListedPerson[]; onOpen: (id: number) => void }) {
  const { t } = useTranslation('console')
  return props.list.length > 0 ? (
    <PeopleTable {...props} />
  ) : (
    <EmptyState title={t('people.none')} />
  )
}

function PeopleTable({
  list,
  onOpen,
}: {
  list: readonly ListedPerson[]
  onOpen: (id: number) => void
}) {
  const { t } = useTranslation('console')
  const dates = useDates()
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('people.name')}</th>
            <th scope="col">{t('people.address')}</th>
            <th scope="col">{t('people.department')}</th>
            <th scope="col">{t('people.storage')}</th>
            <th scope="col">{t('people.lastLogin')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.accountId} data-off={one.disabled || undefined}>
              <td className={styles.given}>
                <button
                  type="button"
                  className={styles.person}
                  onClick={() => onOpen(one.accountId)}
                >
                  <Isolated>{one.name}</Isolated>
                </button>
                {one.role && <span className={styles.tag}>{t(`roles.${one.role}`)}</span>}
                {one.disabled && <span className={styles.tag}>{t('people.states.disabled')}</span>}
              </td>
              <td>
                <Isolated>{one.address}</Isolated>
              </td>
              <td className={styles.given}>
                <Isolated>{one.department}</Isolated>
              </td>
              <td className={styles.short}>
                {formatSize(one.usedBytes)} / {formatSize(one.quotaBytes)}
              </td>
              <td className={styles.day}>
                {one.lastLogin ? wholeDate(one.lastLogin, dates) : t('people.never')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
