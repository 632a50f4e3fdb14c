import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import type { StaffSku } from '../sku-contract.ts'
import { skuColumns } from './sku-columns.tsx'

/** SKUs of all portals with what was sold under them; `onMap` opens the question of what one stands for. */
export function staffSkuColumns(onMap: ((sku: StaffSku) => void) | undefined): Column<StaffSku>[] {
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
      cell: ({ product }) => product ?? m['orders.skus.noTarget'](),
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
