import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import type { PickOption } from '#ui/pick-box.tsx'
import { PickField } from '#ui/pick-field.tsx'
import type { KnownSku } from '../sku-contract.ts'
import classes from './orders.module.css'
import { skuColumns } from './sku-columns.tsx'

interface SkuTableProps {
  skus: KnownSku[]
  changes: Record<string, string>
  editable: boolean
  /** What a SKU can stand for, by its words. */
  find: (q: string) => Promise<readonly PickOption[] | undefined>
  onChange: (id: string, value: string, saved: string) => void
  /** What it stands for, at once. */
  onAnswer: (id: string, value: string) => void
}

/** SKUs with their sales and the product that each stands for. */
export function SkuTable({ skus, changes, editable, find, onChange, onAnswer }: SkuTableProps) {
  const { name, source, units, net } = skuColumns<KnownSku>()
  const columns: Column<KnownSku>[] = [
    name,
    source,
    {
      id: 'target',
      title: m['orders.skus.target'](),
      phone: 'wide',
      cell: ({ id, sku, target, targetName, suggested, suggestedName }) => (
        <>
          <span className={classes.target}>
            <PickField
              bare
              searched
              browse
              clearable
              label={m['orders.skus.targetOf']({ sku })}
              none={m['orders.skus.noTarget']()}
              value={changes[id] ?? target ?? ''}
              options={target ? [{ value: target, label: targetName ?? sku }] : []}
              disabled={!editable}
              find={find}
              onChange={(value) => onChange(id, value, target ?? '')}
            />
          </span>
          {suggested && editable ? (
            <Button size="sm" onClick={() => onAnswer(id, suggested)}>
              {m['orders.skus.isIt']({ product: suggestedName ?? '' })}
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
