import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import type { StaffSku } from '../sku-contract.ts'
import { sourceWord } from './order-words.ts'
import classes from './orders.module.css'

/** SKUs of all portals with what was sold under them; `onMap` opens the question of what one stands for. */
export function staffSkuColumns(onMap: ((sku: StaffSku) => void) | undefined): Column<StaffSku>[] {
  const { number, money, date } = here()
  return [
    {
      id: 'sku',
      title: m['orders.skus.column'](),
      phone: 'main',
      cell: ({ sku, name }) => (
        <span className={classes.sku} data-main>
          <b>{sku}</b>
          {name && name !== sku ? <small>{name}</small> : undefined}
        </span>
      ),
    },
    {
      id: 'portal',
      title: m['products.column.portal'](),
      phone: 'detail',
      cell: ({ portal }) => portal.name,
    },
    { id: 'source', title: m['orders.column.source'](), cell: ({ source }) => sourceWord(source) },
    {
      id: 'product',
      title: m['orders.skus.target'](),
      cell: ({ product }) => product ?? m['orders.skus.noTarget'](),
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
