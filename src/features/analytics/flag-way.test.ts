import { expect, test } from 'vitest'
import type { Session } from '#features/account/contract.ts'
import { memberKeys, type Role, toPermissionMap } from '#platform/permissions.ts'
import { flagWay } from './pages/flag-way.ts'

const member = (role: Role, label = false) =>
  ({
    user: {
      staff: false,
      portals: ['here', 'there'].map((id) => ({
        id,
        label: label && id === 'here',
        permissions: toPermissionMap(memberKeys(role, [], [])),
      })),
    },
    currentPortalId: 'here',
  }) as unknown as Session
const staff = (...keys: string[]) =>
  ({ user: { staff: true, permissions: toPermissionMap(keys) }, currentPortalId: null }) as unknown as Session
const flag = (about: 'release' | 'event' | 'product' | 'post', portalId = 'here') =>
  ({ kind: 'mail', about, id: '7', portalId, at: '', day: '', name: '', portalName: null }) as const

test('a flag leads to the page of what it is of, where its reader has one', () => {
  expect(flagWay(member('Owner'), flag('release'))).toBe('/dashboard/releases/7')
  expect(flagWay(member('Owner'), flag('event'))).toBe('/dashboard/events/7')
  expect(flagWay(member('Owner'), flag('product'))).toBe('/stocks/products/here/7')
  expect(flagWay(member('Owner'), flag('post', ''))).toBe('/account/inbox')
  expect(flagWay(member('Owner', true), flag('release', 'there'))).toBe('/portals/there/releases/7')
  expect(flagWay(member('Owner', true), flag('event', 'there'))).toBe('/events/there/7')
  expect(flagWay(staff('products.viewproducts'), flag('product', 'there'))).toBe('/products/there/7')
  expect(flagWay(staff('communications.viewcommunications'), flag('post', ''))).toBe('/communications/7')
})

test('and nowhere for whoever would be refused there', () => {
  expect(flagWay(member('Lector'), flag('release'))).toBeUndefined()
  expect(flagWay(member('Lector'), flag('event'))).toBeUndefined()
  expect(flagWay(member('Tech'), flag('product'))).toBeUndefined()
  expect(flagWay(staff('analytics.viewanalytics'), flag('post', ''))).toBeUndefined()
  expect(flagWay(staff('analytics.viewanalytics'), flag('release'))).toBeUndefined()
  expect(flagWay(null, flag('release'))).toBeUndefined()
})
