import { useMemo, useState } from 'react'
import { MoreButton } from '../frame/more-button.tsx'
import { portionEnd, portionsOf } from '../frame/portions.ts'
import styles from './preview-dialog.module.css'

/** A text file, as much at once as is laid out without a pause (T31). */
export function FileText({ text }: { text: string }) {
  const [until, setUntil] = useState(() => portionEnd(text, 0))
  const parts = useMemo(() => portionsOf(text.slice(0, until)), [text, until])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard too
    <pre className={styles.text} tabIndex={0}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        <span key={index} className={styles.part}>
          {part}
        </span>
      ))}
      {until < text.length && <MoreButton onMore={() => setUntil(portionEnd(text, until))} />}
    </pre>
  )
}

/** A table, row by row as many as are laid out without a pause. */
export function FileTable({ rows }: { rows: readonly (readonly string[])[] }) {
  const [until, setUntil] = useState(() => rowsEnd(rows, 0))
  const [head, ...body] = rows.slice(0, until)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too
    <div className={styles.tableBox} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head?.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a file never change places
              <th key={index}>{shortened(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file never change places
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column}>{shortened(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {until < rows.length && <MoreButton onMore={() => setUntil(rowsEnd(rows, until))} />}
    </div>
  )
}

/** Of a table, at once. */
const mostCells = 3_000
const mostLetters = 60_000
/** Of a cell: what is longer is read in the file. */
const longest = 1_000

const shortened = (cell: string): string => {
  const end = portionEnd(cell.slice(0, longest), 0)
  return end < cell.length ? `${cell.slice(0, end)}…` : cell
}

function rowsEnd(rows: readonly (readonly string[])[], from: number): number {
  let [cells, letters] = [0, 0]
  let at = from
  for (; at < rows.length && cells < mostCells && letters < mostLetters; at++) {
    const row = rows[at] ?? []
    cells += row.length
    for (const cell of row) letters += Math.min(cell.length, longest)
  }
  return at
}
