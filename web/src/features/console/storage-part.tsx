import { consoleContract as api } from '@hongyan/contract/console'
import type { Reply } from '@hongyan/contract/endpoint'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { formatSize } from '../../lib/sizes.ts'
import { Banner } from '../../ui/banner.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import styles from './console.module.css'
import { inOrder, sumsWithin } from './departments.ts'
import own from './overview-page.module.css'
import { Scroller } from './scroller.tsx'
import { useAsked } from './use-asked.ts'

type Storage = Reply<typeof api.storage>

/** Where the room goes: by department, and the people with the most mail. */
export function StoragePart() {
  const { data, error } = useAsked(api.storage, {})
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return null
  return (
    <div className={own.parts}>
      <ByDepartment storage={data} />
      <Largest largest={data.largest} />
    </div>
  )
}

function ByDepartment({ storage: { departments, others } }: { storage: Storage }) {
  const { t } = useTranslation('console')
  const used = sumsWithin(departments, ({ usedBytes }) => usedBytes)
  const people = sumsWithin(departments, (one) => one.people)
  const rows = inOrder(departments).map(({ id, name, depth }) => ({
    ...{ id, name, depth },
    people: people.get(id) ?? 0,
    usedBytes: used.get(id) ?? 0,
  }))
  const none = { id: 0, name: t('people.noDepartment'), depth: 0, ...others }
  const all = others.people > 0 ? [...rows, none] : rows
  const most = Math.max(1, ...all.map(({ usedBytes }) => usedBytes))
  return (
    <Rooms
      title={t('overview.byDepartment')}
      heads={[t('people.department'), t('overview.headcount'), t('overview.storage')]}
    >
      {all.map((one) => (
        <tr key={one.id}>
          <td>
            <span style={{ marginInlineStart: one.depth * 20 }}>
              <Isolated>{one.name}</Isolated>
            </span>
          </td>
          <td className={styles.short}>{one.people}</td>
          <td>
            <Bar share={one.usedBytes / most} text={formatSize(one.usedBytes)} />
          </td>
        </tr>
      ))}
    </Rooms>
  )
}

function Largest({ largest }: Pick<Storage, 'largest'>) {
  const { t } = useTranslation('console')
  return (
    <Rooms
      title={t('overview.largest')}
      heads={[t('people.name'), t('people.department'), t('people.storage')]}
    >
      {largest.map((one) => (
        <tr key={one.accountId}>
          <td>
            <Isolated>{one.name}</Isolated>
            <div className={styles.note}>
              <Isolated>{one.address}</Isolated>
            </div>
          </td>
          <td>
            <Isolated>{one.department}</Isolated>
          </td>
          <td>
            <Bar
              share={one.usedBytes / Math.max(1, one.quotaBytes)}
              isFull={one.usedBytes >= one.quotaBytes * 0.9}
              text={`${formatSize(one.usedBytes)} / ${formatSize(one.quotaBytes)}`}
            />
          </td>
        </tr>
      ))}
    </Rooms>
  )
}

/** A table with who has how much. */
function Rooms(props: { title: string; heads: readonly string[]; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.part}>
        {props.title}
      </h2>
      <Scroller>
        <table className={styles.table}>
          <thead>
            <tr>
              {props.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{props.children}</tbody>
        </table>
      </Scroller>
    </section>
  )
}

/** What the words say as well. */
const Bar = ({
  share,
  text,
  isFull = false,
}: {
  share: number
  text: string
  isFull?: boolean
}) => (
  <div className={own.room}>
    <span className={own.bar} aria-hidden="true">
      <span
        className={isFull ? own.full : own.filled}
        style={{ width: `${Math.min(100, share * 100)}%` }}
      />
    </span>
    <span className={own.size}>{text}</span>
  </div>
)
