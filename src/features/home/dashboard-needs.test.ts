import { expect, test } from 'vitest'
import type { Session } from '#features/account/contract.ts'
import type { PermissionMap } from '#platform/permissions.ts'
import type { Dashboard } from './pages/dashboard-data.ts'
import { needsOf } from './pages/dashboard-needs.ts'

const nothing = { items: [], total: 0 } as unknown as Dashboard['waiting']

const needs = (
  permissions: PermissionMap,
  waiting = nothing,
  label = false,
  more: Partial<Dashboard> = {},
) => {
  const mine = { id: 'p', name: 'Hotel', role: 'Lector', label, master: true, permissions }
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
    ...{ waiting, portal: { picture: 'x' }, appearance: { changed: false } },
    ...more,
    ...{ firstHour: { due: false, acts: [] }, links: { items: [] }, featured: { items: [] } },
  } as unknown as Dashboard
  return needsOf(data, session)
}
const unanswered = { error: true } as unknown as Dashboard['waiting']
const holding = (permissions: PermissionMap) => needs(permissions, unanswered).map(({ id }) => id)

test('what waits leads only to what one may open', () => {
  expect(holding({ portal: { editlinks: true } } as PermissionMap)).toEqual(['links'])
  expect(holding({ stocks: { viewstocks: true }, portal: {} } as PermissionMap)).toEqual(['low-stock'])
})

const looksAtStock = { stocks: { viewstocks: true }, portal: { viewportals: true } } as PermissionMap
const told = (items: unknown[], label = false) =>
  needs(looksAtStock, { items, total: items.length } as unknown as Dashboard['waiting'], label).map(
    ({ text, link, search, workIn }) => ({
      ...{ text, link },
      ...(search ? { search } : {}),
      ...(workIn ? { workIn } : {}),
    }),
  )
const vinyl = { name: { es: 'Vinilo «Salitre»' }, productId: 'v', stockId: 'v', variants: 1, left: -1 }

test('a product that is sold out is called so by its name, and leads to it', () => {
  expect(told([{ kind: 'out', portal: { id: 'p', name: 'Hotel' }, count: 1, named: [vinyl] }])).toEqual([
    { text: 'Agotado: Vinilo «Salitre»', link: '/stocks/v' },
  ])
  const shirt = { name: { es: 'Camiseta' }, productId: 'c', stockId: null, variants: 2, left: 3 }
  expect(told([{ kind: 'low', portal: { id: 'p', name: 'Hotel' }, count: 5, named: [shirt] }])).toEqual([
    { text: 'Casi agotado: Camiseta (3 uds.)', link: '/stocks', search: { level: 'low', q: 'Camiseta' } },
    { text: 'Y 4 casi agotados más', link: '/stocks', search: { level: 'low' } },
  ])
})

test('a blank that cannot be had is named with what it stops, and leads there', () => {
  const blank = {
    name: { es: 'Sudadera Cruiser' },
    lacks: [{ size: 'M', colour: 'negra' }],
    stops: ['a', 'b', 'c'].map((id) => ({ id, name: { es: `Sudadera ${id}` } })),
  }
  expect(told([{ kind: 'blank', portal: { id: 'p', name: 'Hotel' }, count: 1, named: [blank] }])).toEqual([
    {
      text: 'Falta Sudadera Cruiser (negra M) para fabricar Sudadera a, Sudadera b y 1 más',
      link: '/stocks/products/p/a',
    },
  ])
})

test('a label reads whose it is, one line a portal', () => {
  const clara = { id: 'clara', name: 'Clara Ventisca' }
  expect(
    told(
      [
        { kind: 'out', portal: clara, count: 1, named: [vinyl] },
        { kind: 'low', portal: clara, count: 4, named: [vinyl, vinyl, vinyl] },
        { kind: 'skus', portal: clara, count: 2, named: [] },
      ],
      true,
    ),
  ).toEqual([
    { text: 'Clara Ventisca · Agotado: Vinilo «Salitre»', link: '/stocks/all/clara/v' },
    {
      text: 'Clara Ventisca · 4 productos casi agotados',
      link: '/stocks/all',
      search: { portal: 'clara', level: 'low' },
    },
    {
      text: 'Clara Ventisca · 2 SKU vendidos sin asignar a un producto',
      link: '/stocks/skus',
      search: { state: 'unmapped' },
      workIn: 'clara',
    },
  ])
})

test('the one bill that waits is what its line leads to', () => {
  const billing = { billing: { viewbills: true }, portal: {} } as PermissionMap
  const leads = (ids: string[]) =>
    needs(billing, nothing, false, {
      alerts: ['bill-to-accept'],
      toAccept: { items: ids.map((id) => ({ id })) },
    } as unknown as Partial<Dashboard>).map(({ link }) => link)
  expect(leads(['one'])).toEqual(['/billing/one'])
  expect(leads(['one', 'two'])).toEqual(['/billing'])
})
