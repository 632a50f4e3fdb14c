import type { ReactNode } from 'react'
import { useAmountFault } from './amount-field.tsx'
import classes from './matrix.module.css'

interface MatrixProps {
  headings: readonly string[]
  /** Rows of cells with `data-label`, their heading on a phone; the last cell takes the row away. */
  children: ReactNode
}

/** Rows of small fields under common headings. */
export const Matrix = ({ headings, children }: MatrixProps) => (
  <div className={classes.scroll}>
    <table className={classes.matrix}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

/** What is wrong with a field of a matrix, below it. */
export const MatrixFault = ({ children }: { children: ReactNode }) => (
  <span className={classes.fault}>{children}</span>
)

interface MatrixCellProps {
  /** Of its column. */
  title: string
  /** Its row, as people count. */
  row: number
  value: string
  /** Whether it holds euros. */
  amount?: boolean
  error: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}

/** A cell to type in, with what is wrong with it below. */
export function MatrixCell({
  title,
  row,
  value,
  amount = false,
  error,
  disabled,
  onChange,
}: MatrixCellProps) {
  const { unread, fault, wiring } = useAmountFault(value, { on: amount })
  const said = fault ?? (error && (unread ?? error))
  return (
    <td data-label={title}>
      <input
        aria-label={`${title} ${row}`}
        {...wiring}
        {...(said ? { 'aria-invalid': true } : {})}
        inputMode={amount ? 'decimal' : 'text'}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {said ? <MatrixFault>{said}</MatrixFault> : undefined}
    </td>
  )
}
