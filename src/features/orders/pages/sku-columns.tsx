import { m } from '#paraglide/messages.js'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { NameCell } from '#ui/name-cell.tsx'
import type { Sku } from '../sku-contract.ts'
import { sourceWord } from './order-words.ts'

type Sold = Pick<Sku, 'sku' | 'name' | 'source' | 'units' | 'netCents'>

/** What every list of SKUs has: what it is called, where it comes from, and what was sold under it. */
export function skuColumns<Row extends Sold>() {
  const { number, money } = here()
  return {
    name: {
      id: 'sku',
      title: m['orders.column.sku'](),
      phone: 'main',
      cell: ({ sku, name }) => <NameCell name={sku} below={name === sku ? undefined : name} />,
    },
    source: { id: 'source', title: m['orders.column.source'](), cell: ({ source }) => sourceWord(source) },
    units: {
      id: 'units',
      title: m['orders.column.units'](),
      numeric: true,
      cell: ({ units }) => number(units),
    },
    net: {
      id: 'net',
      title: m['orders.column.net'](),
      numeric: true,
      phone: 'amount',
      cell: ({ netCents }) => money(netCents),
    },
  } satisfies Record<string, Column<Row>>
}
