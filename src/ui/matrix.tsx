import type { ReactNode } from 'react'
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
