import { m } from '#paraglide/messages.js'
import { can, type PermissionMap } from '#platform/permissions.ts'

/** The pages beside /billing, for whoever may open them. */
export const portalTabs = (permissions: PermissionMap | undefined) => [
  { id: 'summary', title: m['billing.tabs.summary'], link: '/billing' },
  ...(can(permissions, 'billing.viewbills')
    ? [
        { id: 'bills', title: m['billing.tabs.bills'], link: '/billing/bills' },
        { id: 'shares', title: m['billing.tabs.shares'], link: '/billing/shares' },
        { id: 'charges', title: m['billing.tabs.charges'], link: '/billing/charges' },
      ]
    : []),
  ...(can(permissions, 'billing.viewadvances')
    ? [{ id: 'advances', title: m['billing.tabs.advances'], link: '/billing/advances' }]
    : []),
  ...(can(permissions, 'billing.viewbillinginformation')
    ? [{ id: 'information', title: m['billing.tabs.information'], link: '/billing/information' }]
    : []),
]
export const staffTabs = (mayManage: boolean, mayBills = true) => [
  { id: 'bills', title: mayBills ? m['billing.tabs.bills'] : m['billing.tabs.summary'], link: '/billing' },
  ...(mayBills ? [{ id: 'charges', title: m['billing.tabs.chargesStaff'], link: '/billing/charges' }] : []),
  ...(mayManage
    ? [
        { id: 'rates', title: m['billing.tabs.rates'], link: '/billing/rates' },
        { id: 'fiscal', title: m['billing.tabs.fiscal'], link: '/billing/verifactu' },
      ]
    : []),
]
