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
] as const)('in %s «%s» leads to %s', async (locale, typed, link) => {
  overwriteGetLocale(() => locale)
  expect(await linksFor('artist', typed)).toContain(link)
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
