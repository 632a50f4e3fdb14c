import { m } from '#paraglide/messages.js'
import { countryName } from '#ui/country-name.ts'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { MainCell } from '#ui/main-cell.tsx'
import { Status } from '#ui/status.tsx'
import type { ProductRow } from '../contract.ts'
import { categoryWord, formatWord, nameOf, statusOf } from './product-words.ts'
import classes from './products.module.css'

/** The list of products; `base` is where their pages lie. */
export function productColumns(
  base: '/products' | '/stocks/products',
  withPortal: boolean,
): Column<ProductRow>[] {
  const { money } = here()
  const columns: (Column<ProductRow> | undefined)[] = [
    {
      id: 'name',
      title: m['products.column.name'](),
      orderBy: 'name',
      phone: 'main',
      cell: (row) => <MainCell path={`${base}/${row.portal.id}/${row.id}`} name={nameOf(row)} of={row} />,
    },
    withPortal
      ? {
          id: 'portal',
          title: m['products.column.portal'](),
          phone: 'detail',
          cell: ({ portal }) => portal.name,
        }
      : undefined,
    {
      id: 'sku',
      title: m['products.column.sku'](),
      cell: ({ sku, variants }) => (
        <span className={classes.sku}>
          {sku ?? m['ui.none']()}
          {variants > 0 ? <small>{m['products.variantCount']({ count: variants })}</small> : undefined}
        </span>
      ),
    },
    {
      id: 'category',
      title: m['products.column.category'](),
      orderBy: 'category',
      cell: ({ category }) => categoryWord(category),
    },
    { id: 'format', title: m['products.column.format'](), cell: ({ format }) => formatWord(format) },
    {
      id: 'countryOfOrigin',
      title: m['products.field.countryOfOrigin'](),
      onRequest: true,
      cell: ({ countryOfOrigin }) => (countryOfOrigin ? countryName(countryOfOrigin) : m['ui.none']()),
    },
    {
      id: 'status',
      title: m['products.column.status'](),
      sentence: true,
      phone: 'status',
      cell: (row) => {
        const { mark, word } = statusOf(row)
        return <Status mark={mark}>{word}</Status>
      },
    },
    {
      id: 'price',
      title: m['products.column.price'](),
      numeric: true,
      orderBy: 'price',
      descendingFirst: true,
      phone: 'amount',
      cell: ({ priceCents }) => money(priceCents),
    },
  ]
  return columns.filter((column) => column !== undefined)
}
