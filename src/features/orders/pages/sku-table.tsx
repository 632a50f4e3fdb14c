import { m } from '#paraglide/messages.js'
import { type Column, DataTable } from '#ui/data-table.tsx'
import type { Sku } from '../sku-contract.ts'
import classes from './orders.module.css'
import { skuColumns } from './sku-columns.tsx'

interface SkuTableProps {
  skus: Sku[]
  choices: readonly { value: string; label: string }[]
  changes: Record<string, string>
  editable: boolean
  onChange: (id: string, value: string, saved: string) => void
}

/** SKUs with their sales and the product that each stands for. */
export function SkuTable({ skus, choices, changes, editable, onChange }: SkuTableProps) {
  const { name, source, units, net } = skuColumns<Sku>()
  const columns: Column<Sku>[] = [
    name,
    source,
    {
      id: 'target',
      title: m['orders.skus.target'](),
      phone: 'wide',
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
    units,
    net,
  ]
  return <DataTable label={m['orders.skus.title']()} columns={columns} rows={skus} rowKey={({ id }) => id} />
}
