import { expect, test } from 'vitest'
import { overwriteGetLocale } from '#paraglide/runtime.js'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import type { PersonKey } from '#testing/world/cast.ts'
import { ownGroups } from './pages/palette-entries.ts'

const world = testDatabase()
const linksFor = async (who: PersonKey, typed: string) => {
  const session = ok(await (await as(world.database, who)).account.session({}))
  return ownGroups(session, typed, [])
    .flatMap(({ entries }) => entries)
    .map(({ link }) => link)
}

const play = '/analytics/where-to-play'
const deleted = '/account/activity?deleted=1'
const bank = '/billing/information#bank'
test.each([
  ['es', 'dónde tocar', play],
  ['es', 'qué ciudad', play],
  ['es', 'gira', play],
  ['en', 'where to play', play],
  ['en', 'which city should we play next', play],
  ['es', 'papelera', deleted],
  ['es', 'deshacer', deleted],
  ['es', 'restaurar', deleted],
  ['en', 'trash', deleted],
  ['en', 'get back deleted', deleted],
  ['es', 'cuenta bancaria', bank],
  ['en', 'bank account', bank],
  ['es', 'IBNA', bank],
  ['es', 'contrasña', '/account'],
  ['es', 'apariensia', '/dashboard/appearance'],
  ['es', 'aparinecia', '/dashboard/appearance'],
  ['es', 'lanzamientos', '/dashboard/releases'],
  ['es', 'presave', '/dashboard/releases'],
  ['es', 'ventas netas', '/analytics/net-sales'],
  ['es', 'exportar', '/analytics/net-sales'],
  ['es', 'existencias', '/stocks'],
  ['es', 'precio', '/stocks/products'],
  ['es', 'permisos', '/team'],
  ['es', 'invitacion', '/team'],
  ['es', 'cobros', '/billing'],
  ['en', 'release', '/dashboard/releases'],
  ['es', 'devoluciones', '/stocks/orders?state=refunded'],
  ['es', 'reembolso', '/stocks/orders?state=refunded'],
  ['es', 'agotado', '/stocks?level=out'],
  ['es', 'se agota', '/stocks?level=out'],
  ['es', 'compradores', '/analytics/orders-sold'],
  ['es', 'mensaje', '/account/inbox'],
  ['es', 'boletín', '/analytics/funnel'],
  ['es', 'excel', '/stocks/imports'],
  ['en', 'sold out', '/stocks?level=out'],
  ['es', 'nuevo enlace', '/dashboard/links/new'],
  ['es', 'enlace nuevo', '/dashboard/links/new'],
  ['es', 'crear enlace', '/dashboard/links/new'],
  ['en', 'new link', '/dashboard/links/new'],
  ['es', 'nuevo evento', '/dashboard/events/new'],
  ['es', 'nuevo concierto', '/dashboard/events/new'],
  ['en', 'new event', '/dashboard/events/new'],
  ['es', 'nuevo destacado', '/dashboard/featured/new'],
  ['en', 'new featured item', '/dashboard/featured/new'],
] as const)('in %s «%s» leads to %s', async (locale, typed, link) => {
  overwriteGetLocale(() => locale)
  expect(await linksFor('artist', typed)).toContain(link)
})

test('a month leads to the sales of the last one of that name', async () => {
  overwriteGetLocale(() => 'es')
  const [link] = (await linksFor('artist', 'octubre')).filter((one) => one?.includes('filter=4'))
  expect(link).toMatch(/^\/analytics\/net-sales\?filter=4&f=\d{4}-10-01&t=\d{4}-10-31$/)
})

test('a label is led to what is sold out at all its portals', async () => {
  overwriteGetLocale(() => 'es')
  expect(await linksFor('label', 'agotado')).toContain('/stocks/all?level=out')
})

test('pages that somebody may not see are not named to them', async () => {
  overwriteGetLocale(() => 'es')
  expect(await linksFor('lector', 'papelera')).toEqual([])
})

test.each(['ibanexa', 'ven', 'xyzw', 'cbrs'])('«%s» is no slip of anything', async (typed) => {
  overwriteGetLocale(() => 'es')
  expect(await linksFor('artist', typed)).not.toContain(bank)
})

test('nothing typed names the menu, not each of its pages', async () => {
  overwriteGetLocale(() => 'es')
  const links = await linksFor('artist', '')
  expect(links).toContain('/analytics')
  expect(links).not.toContain('/analytics/net-sales')
})
