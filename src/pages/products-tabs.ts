import type { Session } from '#features/account/contract.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'

/** The pages of /products, each for whoever may see it. */
export function productsTabs(session: Session | null) {
  const permissions = permissionsOf(session)
  return [
    {
      id: 'products',
      title: m['products.title'],
      link: '/products',
      shown: can(permissions, 'products.viewproducts'),
    },
    {
      id: 'blanks',
      title: m['products.blanks.title'],
      link: '/products/blanks',
      shown: can(permissions, 'products.viewblanks'),
    },
    {
      id: 'stock',
      title: m['stocks.title'],
      link: '/products/stock',
      shown: can(permissions, 'products.viewproducts'),
    },
    {
      id: 'orders',
      title: m['orders.title'],
      link: '/products/orders',
      shown: can(permissions, 'products.viewproducts'),
    },
    {
      id: 'skus',
      title: m['orders.skus.title'],
      link: '/products/skus',
      shown: can(permissions, 'products.viewproducts'),
    },
    {
      id: 'connectors',
      title: m['orders.connectors.title'],
      link: '/products/connectors',
      shown: can(permissions, 'products.manageproducts'),
    },
    {
      id: 'exchange-rates',
      title: m['exchangeRates.title'],
      link: '/products/exchange-rates',
      shown: can(permissions, 'products.viewproducts'),
    },
  ].filter(({ shown }) => shown)
}
