import type { ReactNode } from 'react'
import { ColumnPicker } from './column-picker.tsx'
import type { Column } from './data-table.tsx'
import type { PickedSearch } from './picked-search.ts'

interface Picked<Row> {
  shown: readonly Column<Row>[]
  picker: ReactNode
}

/** The columns of a list that are shown, and the way to choose them. What a row is called stays, and so do its buttons. */
export function pickedColumns<Row>(
  every: readonly Column<Row>[],
  { columns }: PickedSearch,
  onChange: (change: { columns: string | undefined }) => void,
): Picked<Row> {
  const stays = ({ phone, hiddenTitle }: Column<Row>) => phone === 'main' || hiddenTitle === true
  const choosable = every.filter((column) => !stays(column))
  const named = columns?.split(',').filter((id) => choosable.some((column) => column.id === id))
  const chosen = named && named.length > 0 ? named : undefined
  const usual = (column: Column<Row>) => column.onRequest !== true
  return {
    shown: every.filter((column) => stays(column) || (chosen ? chosen.includes(column.id) : usual(column))),
    picker: (
      <ColumnPicker
        columns={choosable}
        usual={choosable.filter(usual).map(({ id }) => id)}
        chosen={chosen}
        onChange={(ids) => onChange({ columns: ids?.join(',') })}
      />
    ),
  }
}
