import dns2 from 'dns2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { checkDomains } from './server/check-domains.ts'
import { openResolver } from './server/domain.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const domain = 'fans.ninolobo.es'
const target = new URL(testServices.portalsOrigin).hostname

/** `TXT name` → its answers; what is missing does not exist, `null` gets no answer that helps. */
const zone = new Map<string, string[] | null>()
const { Packet } = dns2
const server = dns2.createServer({
  udp: true,
  handle: (request, send) => {
    const response = Packet.createResponseFromRequest(request)
    const [question] = request.questions
    const kind = Object.entries(Packet.TYPE).find(([, type]) => type === question?.type)?.[0] ?? ''
    const name = question?.name.toLowerCase() ?? ''
    const found = zone.get(`${kind} ${name}`)
    if (found === null) response.header.rcode = 2
    else if (!found) response.header.rcode = 3
    for (const data of found ?? [])
      response.answers.push({
        name,
        type: question?.type ?? 0,
        class: Packet.CLASS.IN,
        ttl: 1,
        ...(kind === 'TXT' ? { data } : kind === 'A' ? { address: data } : { domain: data }),
      } as (typeof response.answers)[number])
    send(response)
  },
})
let servers: string[] = []
beforeAll(async () => {
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  servers = [`127.0.0.1:${server.addresses().udp?.port}`]
})
afterAll(() => server.close())

const check = () =>
  checkDomains(world.database, {
    secret: testServices.secret,
    portalsOrigin: testServices.portalsOrigin,
    resolver: openResolver(servers),
  })
/** As if so many hours had passed. */
const later = (hours: number) =>
  world.database.query(
    `update portal set domain_checked_at = domain_checked_at - $1 * interval '1 hour',
       domain_since = domain_since - $1 * interval '1 hour' where id = $2`,
    [hours, portalId],
  )
const state = async () => {
  const portal = ok(await (await as(world.database, 'artist')).portals.getPortal({ portalId }))
  return { state: portal.domainState, reason: portal.domain?.reason, records: portal.domain }
}
async function setDomain(customDomain: string | null) {
  const artist = await as(world.database, 'artist')
  const { version, selfInvoice, customUrl, salesObjectiveCents, advanceLimitPct } = ok(
    await artist.portals.getPortal({ portalId }),
  )
  const settings = { selfInvoice, customUrl, salesObjectiveCents, advanceLimitPct }
  ok(await artist.portals.updateSettings({ portalId, ...settings, customDomain }, { version }))
}

describe('a domain', () => {
  test('is verified once its records say so, with the reason until then', async () => {
    await setDomain(domain)
    expect(await state()).toMatchObject({ state: 2, reason: null })
    await check()
    expect(await state()).toMatchObject({ state: 2, reason: 'txtMissing' })
    const { records } = await state()
    expect(records).toMatchObject({ txtName: `_backline.${domain}`, cnameTarget: target })

    zone.set(`TXT ${records?.txtName}`, ['backline-verify=somebody-else'])
    await later(1)
    await check()
    expect(await state()).toMatchObject({ state: 2, reason: 'txtWrong' })

    zone.set(`TXT ${records?.txtName}`, ['v=spf1 -all', records?.txtValue ?? ''])
    await later(1)
    await check()
    expect(await state()).toMatchObject({ state: 2, reason: 'cnameMissing' })

    zone.set(`CNAME ${domain}`, ['shops.example'])
    await later(1)
    await check()
    expect(await state()).toMatchObject({ state: 2, reason: 'cnameWrong' })

    zone.set(`CNAME ${domain}`, [target])
    await check()
    expect(await state()).toMatchObject({ state: 2, reason: 'cnameWrong' })
    await later(1)
    await check()
    expect(await state()).toMatchObject({ state: 3, reason: null })
  })

  test('that was verified breaks by a wrong record, not by a silent server, and comes back', async () => {
    zone.set(`CNAME ${domain}`, null)
    await later(2)
    await check()
    expect(await state()).toMatchObject({ state: 3, reason: 'noAnswer' })
    zone.set(`CNAME ${domain}`, ['shops.example'])
    await later(2)
    await check()
    expect(await state()).toMatchObject({ state: 4, reason: 'cnameWrong' })
    const artist = await as(world.database, 'artist')
    expect(ok(await artist.portals.listAlerts({ portalId }))).toContain('domain-error')
    zone.set(`CNAME ${domain}`, [target])
    await later(1)
    await check()
    expect(await state()).toMatchObject({ state: 3, reason: null })
  })

  test('without its records gives up after 72 hours, until somebody asks again', async () => {
    await setDomain('nowhere.ninolobo.es')
    await check()
    await later(73)
    await check()
    expect(await state()).toMatchObject({ state: 4, reason: 'txtMissing' })
    const artist = await as(world.database, 'artist')
    expect(ok(await artist.portals.verifyDomain({ portalId }))).toEqual({ domainState: 2 })
    await check()
    expect(await state()).toMatchObject({ state: 2, reason: 'txtMissing' })
  })

  test('at the bare name of a zone is right when it has the same addresses', async () => {
    await setDomain('ninolobo.es')
    const { records } = await state()
    zone.set(`TXT ${records?.txtName}`, [records?.txtValue ?? ''])
    zone.set('A ninolobo.es', ['203.0.113.9'])
    zone.set(`A ${target}`, ['203.0.113.7'])
    await check()
    expect(await state()).toMatchObject({ state: 2, reason: 'cnameWrong' })
    zone.set('A ninolobo.es', ['203.0.113.7'])
    await later(1)
    await check()
    expect(await state()).toMatchObject({ state: 3, reason: null })
  })

  test('taken off leaves nothing to verify', async () => {
    await setDomain(null)
    expect(await state()).toMatchObject({ state: 1, records: null })
    const artist = await as(world.database, 'artist')
    expect(failureCode(await artist.portals.verifyDomain({ portalId }))).toBe('portals.noDomain')
  })

  test('that somebody only claims keeps nobody from it; whoever proves it first has it', async () => {
    const name = 'disputed.example'
    const claim = async (who: 'artist' | 'orquesta', id: string) => {
      const api = await as(world.database, who)
      const { version, selfInvoice, customUrl, salesObjectiveCents, advanceLimitPct } = ok(
        await api.portals.getPortal({ portalId: id }),
      )
      const settings = { selfInvoice, customUrl, salesObjectiveCents, advanceLimitPct, customDomain: name }
      return api.portals.updateSettings({ portalId: id, ...settings }, { version })
    }
    const of = async (who: 'artist' | 'orquesta', id: string) =>
      ok(await (await as(world.database, who)).portals.getPortal({ portalId: id }))
    const other = portals.orquestaPoniente.id
    ok(await claim('artist', portalId))
    ok(await claim('orquesta', other))
    const [mine, theirs] = [await of('artist', portalId), await of('orquesta', other)]
    zone.set(`CNAME ${name}`, [target])
    zone.set(`TXT _backline.${name}`, [theirs.domain?.txtValue ?? ''])
    await check()
    expect((await of('orquesta', other)).domainState).toBe(3)
    expect(await state()).toMatchObject({ state: 2, reason: 'txtWrong' })
    // Both proofs stand in the zone: the first keeps it.
    zone.set(`TXT _backline.${name}`, [theirs.domain?.txtValue ?? '', mine.domain?.txtValue ?? ''])
    await later(1)
    await check()
    expect(await state()).toMatchObject({ state: 2, reason: 'otherPortal' })
    await setDomain(null)
    expect(await claim('artist', portalId)).toMatchObject({
      error: { fields: { customDomain: expect.any(String) } },
    })
  })
})
