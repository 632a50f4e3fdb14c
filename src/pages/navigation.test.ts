import { describe, expect, test } from 'vitest'
import type { Session, SessionPortal } from '#features/account/contract.ts'
import { memberKeys, permissionKeys, type Role, toPermissionMap } from '#platform/permissions.ts'
import { deniedPage, deniedPart, detour, homeOf, isPlanned, menuFor, menuItems } from './navigation.ts'

const person = {
  id: '01',
  name: 'Ana',
  email: 'ana@example.test',
  super: false,
  spy: false,
  locale: 'es' as const,
  pictureUrl: '/portal-default.svg',
}

const staff = (keys: readonly string[]): Session => ({
  user: { ...person, staff: true, permissions: toPermissionMap(keys) },
  currentPortalId: null,
  environment: 'production',
})
const member = (role: Role, kind: Partial<Pick<SessionPortal, 'master' | 'label'>> = {}): Session => {
  const permissions = toPermissionMap(memberKeys(role, [], []))
  const portal = {
    id: 'p1',
    name: 'Uno',
    pictureUrl: '/portal-default.svg',
    master: false,
    label: false,
    permissions,
    ...kind,
  }
  return {
    user: { ...person, staff: false, portals: [portal] },
    currentPortalId: 'p1',
    environment: 'production',
  }
}
const shown = (session: Session) => menuFor(session).map((entry) => (entry === 'divider' ? '—' : entry.link))

describe('the menus of the specification §2', () => {
  test('staff with every group see every entry, in order, with both dividers', () => {
    expect(shown(staff(permissionKeys))).toEqual([
      '/analytics',
      '/staffs',
      '/portals',
      '/events',
      '—',
      '/products',
      '/billing',
      '/manufacturing',
      '—',
      '/users',
      '/communications',
    ])
  })

  test('an Owner of a label sees every entry, in order, with the divider', () => {
    expect(shown(member('Owner', { master: true, label: true }))).toEqual([
      '/dashboard',
      '/analytics',
      '/comunity',
      '/events',
      '/team',
      '/portals',
      '—',
      '/stocks',
      '/billing',
    ])
  })

  test('portals and events need a label, billing the master portal', () => {
    expect(shown(member('Owner'))).toEqual(['/dashboard', '/analytics', '/comunity', '/team', '—', '/stocks'])
    expect(shown(member('Owner', { master: true }))).toContain('/billing')
    expect(shown(member('Lector', { master: true, label: true }))).not.toContain('/billing')
    expect(shown(member('Lector', { master: true, label: true }))).toContain('/portals')
    expect(shown(member('Lector', { master: true, label: true }))).not.toContain('/events')
  })

  test('the key to do something opens no list that it may not read', () => {
    const alone = [
      'billing.downloadbills',
      'events.deleteevents',
      'staff.managestaff',
      'products.manageproducts',
      'contacts.managecontacts',
      'communications.managecommunications',
    ]
    for (const key of alone) expect([key, shown(staff([key]))]).toEqual([key, []])
    expect(shown(staff(['billing.viewadvances']))).toEqual(['/billing'])
    const { user, ...rest } = member('Operations', { master: true, label: true })
    const holding = (keys: string[]) => {
      const [portal] = user.portals ?? []
      return shown({
        ...rest,
        user: { ...user, portals: portal ? [{ ...portal, permissions: toPermissionMap(keys) }] : [] },
      })
    }
    for (const key of ['billing.downloadbills', 'stocks.managestocks', 'team.deleteteammembers'])
      expect([key, holding([key])]).toEqual([key, []])
    expect(holding(['portal.editevents'])).toEqual(['/dashboard'])
    expect(holding(['portal.editevents', 'events.viewevents'])).toEqual(['/dashboard', '/events'])
  })

  test('a divider stands only between two entries', () => {
    expect(shown(staff(['contacts.viewcontacts']))).toEqual(['/users'])
    expect(shown(staff(['analytics.viewanalytics', 'contacts.viewcontacts']))).toEqual([
      '/analytics',
      '—',
      '/users',
    ])
    expect(shown(member('Tech'))).toEqual(['/dashboard', '/comunity', '/team'])
  })

  test('only the boolean true counts', () => {
    const session = staff([])
    session.user.permissions = {
      staff: { viewstaff: 'true' as unknown as boolean },
      contacts: { viewcontacts: true },
    }
    expect(shown(session)).toEqual(['/users'])
  })

  test('community is disabled and coming soon, manufacturing disabled and inactive', () => {
    const comunity = menuItems(member('Owner')).find(({ id }) => id === 'comunity')
    expect(comunity).toMatchObject({ disabled: true, comingSoon: true, active: true })
    const manufacturing = menuItems(staff(permissionKeys)).find(({ id }) => id === 'manufacturing')
    expect(manufacturing).toMatchObject({ disabled: true, active: false })
  })
})

describe('the access rules of the specification §2', () => {
  const owner = member('Owner', { master: true, label: true })

  test('without a session only the public pages open', () => {
    for (const path of ['/login', '/update-password', '/activate-account'])
      expect(detour(null, path)).toBeUndefined()
    for (const path of ['/', '/portals', '/nope', '/login/x']) expect(detour(null, path)).toBe('/login')
  })

  test('signed in, the public pages lead to / and / to the first entry', () => {
    expect(detour(owner, '/login')).toBe('/')
    expect(detour(owner, '/activate-account/')).toBe('/')
    expect(detour(owner, '/')).toBe('/dashboard')
    expect(detour(staff(['contacts.viewcontacts']), '/')).toBe('/users')
  })

  test('a first segment outside the menu leads to the first entry that is enabled; /account always opens', () => {
    expect(detour(owner, '/staffs')).toBe('/dashboard')
    expect(detour(owner, '/fr')).toBe('/dashboard')
    expect(detour(owner, '/account/keys')).toBeUndefined()
    expect(detour(owner, '/comunity')).toBeUndefined()
    expect(homeOf(staff(['manufacturing.viewmanufacturing', 'contacts.viewcontacts']))).toBe('/users')
    expect(homeOf(staff([]))).toBe('/account')
    expect(homeOf(staff(['manufacturing.viewmanufacturing']))).toBe('/account')
  })

  test('planned addresses are those that are listed', () => {
    for (const path of ['/comunity', '/manufacturing']) expect(isPlanned(path)).toBe(true)
    for (const path of [
      '/billing/1',
      '/billings',
      '/portals/x/team/y',
      '/analytics/nope',
      '/dashboard/events/old',
    ])
      expect(isPlanned(path)).toBe(false)
  })
})

describe('a permission that is lacking', () => {
  test.each([
    ['Lector', '/stocks/connectors', 'stocks.connectors'],
    ['Lector', '/stocks/connectors/', 'stocks.connectors'],
    ['Lector', '/dashboard/appearance', 'dashboard.appearance'],
    ['Lector', '/dashboard/links/new', 'dashboard.newLink'],
    ['Operations', '/dashboard/events/new', undefined],
    ['Tech', '/dashboard/events/new', 'dashboard.newEvent'],
    ['Operations', '/billing/information', 'billing.information'],
    ['Operations', '/billing/bills', undefined],
    // What no member may know of stays what is not there.
    ['Owner', '/billing/rates', undefined],
    ['Owner', '/products/blanks', undefined],
    ['Owner', '/dashboard/nothing', undefined],
  ] as const)('%s at %s', (role, path, page) => {
    expect(deniedPart(member(role), path)?.page).toBe(page)
  })

  test('is lacking at the portal that the address names', () => {
    const id = '0190f5a0-0000-7000-8000-000000000001'
    const session = member('Owner')
    const other = { ...member('Lector').user.portals?.[0], id } as SessionPortal
    session.user.portals?.push(other)
    expect(deniedPart(session, `/portals/${id}/links`)).toEqual({ page: 'portals.links', portalId: id })
    expect(deniedPart(session, '/portals/0190f5a0-0000-7000-8000-000000000002/links')).toBeUndefined()
    expect(deniedPart(session, '/portals/anything/links')).toBeUndefined()
  })

  test('an entry that only labels have is explained to a label alone', () => {
    const without = member('Editor', { label: true, master: true })
    expect(deniedPage(without, '/portals')).toBe('portals')
    expect(deniedPage(member('Editor'), '/portals')).toBeUndefined()
    expect(deniedPage(member('Lector', { label: true, master: true }), '/events')).toBe('events')
    expect(deniedPage(member('Owner', { label: true, master: true }), '/portals')).toBeUndefined()
  })
})
