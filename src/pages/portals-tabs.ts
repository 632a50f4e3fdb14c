import { m } from '#paraglide/messages.js'

/** What staff have side by side under «Portales». */
export const portalsTabs = [
  { id: 'portals', title: m['accounts.list.portalsTab'], link: '/portals' },
  { id: 'accounts', title: m['accounts.list.tab'], link: '/portals/accounts' },
] as const
