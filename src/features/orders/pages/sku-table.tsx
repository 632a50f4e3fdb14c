import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import type { KnownSku } from '../sku-contract.ts'
import classes from './orders.module.css'
import { skuColumns } from './sku-columns.tsx'

interface SkuTableProps {
  skus: KnownSku[]
  choices: readonly { value: string; label: string }[]
  changes: Record<string, string>
  editable: boolean
  onChange: (id: string, value: string, saved: string) => void
  /** What it stands for, at once. */
  onAnswer: (id: string, value: string) => void
}

/** SKUs with their sales and the product that each stands for. */
export function SkuTable({ skus, choices, changes, editable, onChange, onAnswer }: SkuTableProps) {
  const { name, source, units, net } = skuColumns<KnownSku>()
  const columns: Column<KnownSku>[] = [
    name,
    source,
    {
      id: 'target',
      title: m['orders.skus.target'](),
      phone: 'wide',
      cell: ({ id, sku, target, suggested }) => (
        <>
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
          {suggested && editable ? (
            <Button size="sm" onClick={() => onAnswer(id, suggested)}>
              {m['orders.skus.isIt']({
                product: choices.find(({ value }) => value === suggested)?.label ?? '',
              })}
            </Button>
          ) : undefined}
        </>
      ),
    },
    units,
    net,
  ]
  return <DataTable label={m['orders.skus.title']()} columns={columns} rows={skus} rowKey={({ id }) => id} />
}
