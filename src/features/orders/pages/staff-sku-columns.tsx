import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import type { StaffSku } from '../sku-contract.ts'
import { skuColumns } from './sku-columns.tsx'

/** SKUs of all portals with what was sold under them; `onMap` opens the question of what one stands for, `onAnswer` says so at once. */
export function staffSkuColumns(
  onMap: ((sku: StaffSku) => void) | undefined,
  onAnswer: (sku: StaffSku, value: string) => void,
): Column<StaffSku>[] {
  const { date } = here()
  const { name, source, units, net } = skuColumns<StaffSku>()
  return [
    name,
    {
      id: 'portal',
      title: m['products.column.portal'](),
      phone: 'detail',
      cell: ({ portal }) => portal.name,
    },
    source,
    {
      id: 'product',
      title: m['orders.skus.target'](),
      phone: 'wide',
      cell: (sku) => {
        if (sku.product) return sku.product
        const { suggested } = sku
        if (!suggested || !onMap) return m['orders.skus.noTarget']()
        return (
          <Button size="sm" onClick={() => onAnswer(sku, suggested.value)}>
            {m['orders.skus.isIt']({ product: suggested.label })}
          </Button>
        )
      },
    },
    units,
    net,
    {
      id: 'lastAt',
      title: m['orders.skus.lastSale'](),
      numeric: true,
      cell: ({ lastAt }) => (lastAt ? date(lastAt) : m['ui.none']()),
    },
    {
      id: 'map',
      title: m['orders.skus.assign'](),
      hiddenTitle: true,
      phone: 'menu',
      cell: (sku) =>
        onMap ? (
          <Button size="sm" onClick={() => onMap(sku)}>
            {sku.target ? m['orders.skus.change']() : m['orders.skus.assign']()}
          </Button>
        ) : undefined,
    },
  ]
}
