import { expect, test } from 'vitest'
import type { Session } from '#features/account/contract.ts'
import type { PermissionMap } from '#platform/permissions.ts'
import type { Dashboard } from './pages/dashboard-data.ts'
import { needsOf } from './pages/dashboard-needs.ts'

const holding = (permissions: PermissionMap) => {
  const mine = { id: 'p', name: 'Hotel', role: 'Lector', label: false, master: true, permissions }
  const session = {
    user: {
      id: 'u',
      name: '',
      email: '',
      staff: false,
      super: false,
      spy: false,
      locale: 'es',
      portals: [mine],
    },
    currentPortalId: 'p',
    environment: 'production',
  } as unknown as Session
  const data = {
    ...{ mine, alerts: ['low-stock', 'no-bill-info'], now: new Date() },
    ...{ firstHour: { due: false, acts: [] }, links: { items: [] }, featured: { items: [] } },
  } as unknown as Dashboard
  return needsOf(data, session).map(({ id }) => id)
}

test('what waits leads only to what one may open', () => {
  expect(holding({ portal: { editlinks: true } } as PermissionMap)).toEqual(['links'])
  expect(holding({ stocks: { viewstocks: true }, portal: {} } as PermissionMap)).toEqual(['low-stock'])
})
