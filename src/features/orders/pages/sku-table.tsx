import { m } from '#paraglide/messages.js'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import type { Sku } from '../sku-contract.ts'
import { sourceWord } from './order-words.ts'
import classes from './orders.module.css'

interface SkuTableProps {
  skus: Sku[]
  choices: readonly { value: string; label: string }[]
  changes: Record<string, string>
  editable: boolean
  onChange: (id: string, value: string, saved: string) => void
}

/** SKUs with their sales and the product that each stands for. */
export function SkuTable({ skus, choices, changes, editable, onChange }: SkuTableProps) {
  const { number, money } = here()
  const columns: Column<Sku>[] = [
    {
      id: 'sku',
      title: m['orders.column.sku'](),
      phone: 'main',
      cell: ({ sku, name }) => (
        <span className={classes.sku} data-main>
          <b>{sku}</b>
          {name && name !== sku ? <small>{name}</small> : undefined}
        </span>
      ),
    },
    { id: 'source', title: m['orders.column.source'](), cell: ({ source }) => sourceWord(source) },
    {
      id: 'target',
      title: m['orders.skus.target'](),
      phone: 'detail',
      cell: ({ id, sku, target }) => (
        <select
          className={classes.target}
          aria-label={m['orders.skus.targetOf']({ sku })}
          value={changes[id] ?? target ?? ''}
          disabled={!editable}
          onChange={(event) => onChange(id, event.currentTarget.value, target ?? '')}
        >
          <option value="">{m['orders.skus.noTarget']()}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ),
    },
    {
      id: 'units',
      title: m['orders.column.units'](),
      numeric: true,
      cell: ({ units }) => number(units),
    },
    {
      id: 'net',
      title: m['orders.column.net'](),
      numeric: true,
      phone: 'amount',
      cell: ({ netCents }) => money(netCents),
    },
  ]
  return <DataTable label={m['orders.skus.title']()} columns={columns} rows={skus} rowKey={({ id }) => id} />
}
