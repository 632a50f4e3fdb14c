import type { Session } from '#features/account/contract.ts'
import { permissionsOf } from '#navigation.ts'
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
      id: 'orders',
      title: m['orders.title'],
      link: '/products/orders',
      shown: can(permissions, 'products.viewproducts'),
    },
  ].filter(({ shown }) => shown)
}
