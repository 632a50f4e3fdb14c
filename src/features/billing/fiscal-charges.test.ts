import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { todayOf } from './server/fiscal-mode.ts'
import { agencyService, sendRecords } from './server/send-records.ts'
import { partOf, testAgency } from './test-agency.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id

test('a record of an invoice of the provider that the agency refuses is amended, and the invoice stays as it was', async () => {
  const { database } = world
  const agency = await testAgency()
  const post = await agencyService(agency.url)
  let passed = 0
  const send = () => {
    passed += 61
    return sendRecords(database, post, new Date(Date.now() + passed * 1_000))
  }
  // Whoever sends says that there is a service to send to.
  await send()
  const boss = await as(database, 'super')
  ok(await boss.billing.setFiscalMode({ mode: 'sending', from: todayOf(new Date()) }))
  const staff = await as(database, 'billing')
  const lines = [{ kind: 'postage' as const, description: 'Envíos', units: 1, unitCents: 2_000 }]
  const charge = ok(await staff.billing.issueCharge({ portalId, lines }))
  const chargeId = charge.id
  const mend = (changes: object, who = staff) =>
    who.billing.mendChargeRecord({ chargeId, reason: 'No es su nombre en el censo', ...changes })
  expect(failureCode(await mend({ recipientName: 'Otra' }))).toBe('billing.fiscal.stillWaiting')
  agency.also = (number) => (number === charge.number ? { code: 1239, text: 'Destinatario' } : undefined)
  expect(await send()).toBe(1)
  const read = async () => ok(await staff.billing.getCharge({ chargeId }))
  expect((await read()).records).toMatchObject([{ kind: 'alta', state: 'rejected', errorCode: '1239' }])
  expect(ok(await staff.billing.listFiscalRecords({})).items).toMatchObject([{ chargeId, billId: null }])

  const amended = ok(await mend({ recipientName: 'Lobo Marín, Hugo' }))
  expect(amended.records.map(({ state, amends }) => [state, amends])).toEqual([
    ['rejected', null],
    ['waiting', 'No es su nombre en el censo'],
  ])
  agency.also = () => undefined
  expect(await send()).toBe(1)
  const sent = agency.received.at(-1) ?? ''
  expect([partOf(sent, 'Subsanacion'), partOf(sent, 'RechazoPrevio')]).toEqual(['S', 'X'])
  expect(sent).toContain('Lobo Marín, Hugo')
  expect(agency.broken).toEqual([])
  const after = await read()
  expect(after.records.map(({ state }) => state)).toEqual(['rejected', 'accepted'])
  expect(after).toMatchObject({ legalName: charge.legalName, hash: charge.hash, totalCents: 2_420 })
  expect(ok(await staff.billing.getFiscalSettings({})).attention).toBe(0)
  // Both stand in its file, in their order.
  const file = await fileFor(database, people.billing.id, `/charge/${chargeId}/document?format=verifactu`)
  const names = [...(await file.text()).matchAll(/NombreRazon>([^<]*Lobo[^<]*)</g)].map(([, name]) => name)
  expect(names).toEqual([charge.legalName, 'Lobo Marín, Hugo'])
  // Nothing different is nothing to amend, and it is the provider's alone.
  expect(failureCode(await mend({}))).toBe('invalidInput')
  expect(failureCode(await mend({ recipientName: 'Yo' }, await as(database, 'artist')))).toBe('forbidden')
  agency.close()
})
