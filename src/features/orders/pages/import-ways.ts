import { linkOptions } from '@tanstack/react-router'

/** Where the pages of files of orders are: a team's own, or staff's, which name the portal. */
export const teamWays = {
  orders: linkOptions({ to: '/stocks/orders' }),
  imports: linkOptions({ to: '/stocks/imports' }),
  fresh: linkOptions({ to: '/stocks/imports/new' }),
  unmapped: linkOptions({ to: '/stocks/skus', search: { state: 'unmapped' } }),
}

/** Without a portal, the page that they lead to has it chosen. */
export const staffWays = (chosen: string | undefined) => {
  const portal = chosen === undefined ? {} : { portal: chosen }
  return {
    orders: linkOptions({ to: '/products/orders', search: portal }),
    imports: linkOptions({ to: '/products/imports', search: portal }),
    fresh: linkOptions({ to: '/products/imports/new', search: portal }),
    unmapped: linkOptions({ to: '/products/skus', search: portal }),
  }
}

export type ImportWays = typeof teamWays | ReturnType<typeof staffWays>
