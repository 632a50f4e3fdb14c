import { expect, test } from 'vitest'
import { EventDraft } from '#features/events/contract.ts'
import { FeaturedDraft } from '#features/featured/contract.ts'
import { LinkDraft } from '#features/links/contract.ts'
import { PurchaseAddressDrafts } from '#features/products/purchase-shapes.ts'
import { ReleaseDraft } from '#features/releases/contract.ts'
import { faultsOf } from '#platform/validation.ts'

/** Everybody who opens a portal's page reads the addresses on it, and browsers warn of a name and password in one. */
const title = { es: 'Gira' }
const startsAt = '2027-05-01T20:00:00Z'
const shapes = {
  url: [LinkDraft, (url: string) => ({ title, url })],
  'tickets.0.url': [EventDraft, (url: string) => ({ tickets: [{ type: 'tickets', url }], startsAt })],
  'links.0.url': [ReleaseDraft, (url: string) => ({ title, links: [{ label: 'Tienda', url }] })],
  '0.url': [PurchaseAddressDrafts, (url: string) => [{ shop: 'Una', url }]],
} as const
const pick = (url: string) => faultsOf(FeaturedDraft, { type: 'pick', url }, 'draft')?.['draft.url']

test.each(Object.entries(shapes))(
  'fans are led by %s without a name or password in it',
  (field, [shape, draft]) => {
    const told = (url: string) => faultsOf(shape, draft(url), 'draft')?.[`draft.${field}`]
    for (const says of [told, pick]) {
      for (const signIn of ['ana:clave', 'ana', ':clave', 'ana:', 'a%40b:c'])
        expect(says(`https://${signIn}@tienda.example/gira`)).toMatchObject({
          code: 'validation.signIn',
        })
      for (const url of [
        'https://tienda.example/@ana',
        'https://tienda.example/?a=b:c@d',
        'tienda.example/ana:b@c',
      ])
        expect(says(url)).toBeUndefined()
    }
  },
)

test('a mail address is one all the same', () => {
  for (const url of ['hola@grupo.es', 'mailto:hola@grupo.es', '+34 600 123 456'])
    expect(faultsOf(LinkDraft, { title, url }, 'draft')).toBeUndefined()
})
