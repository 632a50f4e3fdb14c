import { amountIn, type DecimalMark, Notation } from './amount.ts'
import { Unprocessable } from './errors.ts'

/** A cell of a column with figures; `exact` where a workbook holds it as a number. */
export interface FigureCell {
  text: string
  exact: boolean
}

/**
 * Reads a column, by the name that its reader knows, as it is written, which all of its cells together tell. Plain decimals; undefined for what is none.
 * @throws Unprocessable by the field `decimal` when they leave it open and no answer is `given`.
 */
export function columnReader(
  column: string,
  cells: readonly FigureCell[],
  given: DecimalMark | undefined,
): (cell: FigureCell) => string | undefined {
  const notation = new Notation()
  for (const { text, exact } of cells) if (!exact) notation.see(text)
  const mark = notation.mark ?? given
  if (!mark)
    throw new Unprocessable({
      decimal: { code: 'files.decimalUnknown', params: { column, values: notation.doubts } },
    })
  return ({ text, exact }) => (exact ? exactOf(text) : amountIn(text, mark))
}

/** Spreadsheets compute in binary: 24.990000000000002 is what they show as 24.99. */
const exactOf = (text: string) => {
  const value = Number(text)
  return Math.abs(value) < 1e12 ? String(Number(value.toFixed(6))) : undefined
}
