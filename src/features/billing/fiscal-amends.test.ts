import { afterEach, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { todayOf } from './server/fiscal-mode.ts'
import { agencyService, sendRecords } from './server/send-records.ts'
import { partOf, type TestAgency, testAgency } from './test-agency.ts'
import { correctWhole, pendingBill } from './test-bills.ts'

const world = testDatabase()
const lobo = portals.ninoLobo.id

let agency: TestAgency | undefined
let tests = 0
afterEach(() => agency?.close())

/** Everybody's records are sent; `send` lets so many seconds pass first. */
async function sending() {
  const { database } = world
  const it = await testAgency()
  agency = it
  const post = await agencyService(it.url)
  // Later than what the agency asked for in the test before.
  const start = Date.now() + 3_600_000 * tests++
  let passed = 0
  const send = (seconds: number) => {
    passed += seconds
    return sendRecords(database, post, new Date(start + passed * 1_000))
  }
  await send(0)
  const boss = await as(database, 'super')
  ok(await boss.billing.setFiscalMode({ mode: 'sending', from: todayOf(new Date()) }))
  const pending = await pendingBill(database, lobo, 3_000)
  const artist = await as(database, 'artist')
  const bill = ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
  const staff = await as(database, 'billing')
  const read = async () => ok(await staff.billing.getBill({ billId: bill.id }))
  return { it, send, bill, staff, read }
}

describe('a record that the agency does not take as it is', () => {
  test('is amended: refused, it goes again as one that it has not; once more refused, then taken', async () => {
    const { it, send, bill, staff, read } = await sending()
    const name = bill.legalName ?? ''
    it.unknownNames.add(name)
    it.unknownNames.add('Todavía mal')
    const mend = async (changes: object) =>
      staff.billing.mendRecord(
        { billId: bill.id, reason: 'No es su nombre en el censo', ...changes },
        { version: (await read()).version },
      )
    expect(failureCode(await mend({ issuerName: 'Otra' }))).toBe('billing.fiscal.stillWaiting')
    expect(await send(61)).toBe(1)
    expect(ok(await staff.billing.listFiscalRecords({})).items).toMatchObject([
      { number: bill.number, state: 'rejected', errorCode: '1110', billId: bill.id },
    ])
    expect(ok(await staff.billing.getFiscalSettings({})).attention).toBe(1)
    ok(await mend({ issuerName: 'Todavía mal' }))
    expect(await send(61)).toBe(1)
    ok(await mend({ issuerName: 'Lobo Nuñez, Bruno' }))
    expect(ok(await staff.billing.getFiscalSettings({})).attention).toBe(0)
    expect(await send(61)).toBe(1)
    const [, second = '', third = ''] = it.received
    for (const sent of [second, third])
      expect([partOf(sent, 'Subsanacion'), partOf(sent, 'RechazoPrevio')]).toEqual(['S', 'X'])
    expect(partOf(third, 'NombreRazonEmisor')).toBe('Lobo Nuñez, Bruno')
    // The bill is as it was, and so is what is hashed of it.
    const after = await read()
    expect(after).toMatchObject({ legalName: name, number: bill.number, hash: bill.hash, status: 'Approved' })
    expect(after.records.map(({ state, amends }) => [state, amends !== null])).toEqual([
      ['rejected', false],
      ['rejected', true],
      ['accepted', true],
    ])
    const inputs = await world.database.query<{ input: string }>(
      'select input from fiscal_record where number = $1 order by sequence',
      [bill.number],
    )
    expect(new Set(inputs.map(({ input }) => input.slice(0, input.indexOf('&Huella=')))).size).toBe(1)
    // Taken, it is amended as one that the agency has; where nothing would be different there is nothing to amend.
    expect(failureCode(await mend({}))).toBe('invalidInput')
    ok(await mend({ description: 'Liquidación de ventas de octubre' }))
    expect(await send(61)).toBe(1)
    const last = it.received.at(-1) ?? ''
    expect([partOf(last, 'Subsanacion'), partOf(last, 'RechazoPrevio')]).toEqual(['S', ''])
    expect(partOf(last, 'DescripcionOperacion')).toBe('Liquidación de ventas de octubre')
    expect((await read()).records.at(-1)?.state).toBe('accepted')
    expect(it.broken).toEqual([])
    const artist = await as(world.database, 'artist')
    const own = await artist.billing.mendRecord(
      { billId: bill.id, reason: 'Yo', issuerName: 'Yo' },
      { version: (await read()).version },
    )
    expect(failureCode(own)).toBe('forbidden')
  })

  test('is amended where there is one: what was never issued has none', async () => {
    const pending = await pendingBill(world.database, lobo, 1_000)
    const staff = await as(world.database, 'billing')
    const mend = { billId: pending.id, reason: 'No es su nombre', issuerName: 'Otra' }
    const refused = await staff.billing.mendRecord(mend, { version: pending.version })
    expect(failureCode(refused)).toBe('billing.fiscal.noRecord')
    expect(ok(await staff.billing.getBill({ billId: pending.id })).version).toBe(pending.version)
    ok(
      await staff.billing.disputeBill({ billId: pending.id, reason: 'Prueba' }, { version: pending.version }),
    )
  })

  test('is cancelled as one that the agency has not, and once more where that is refused', async () => {
    const { it, send, bill, staff, read } = await sending()
    it.unknownNames.add(bill.legalName ?? '')
    expect(await send(61)).toBe(1)
    it.unknownNames.clear()
    const { version } = await correctWhole(world.database, bill)
    expect(await send(61)).toBe(1)
    ok(await staff.billing.annulRecords({ billId: bill.id, reason: 'Nunca debió' }, { version }))
    expect(
      await world.database.query(
        `select target_id, after from activity where action = 'billing.annulRecords'`,
      ),
    ).toEqual([{ target_id: bill.id, after: { number: bill.number, reason: 'Nunca debió' } }])
    it.also = (number) => (number === bill.number ? { code: 1105, text: 'Hoy no' } : undefined)
    expect(await send(61)).toBe(2)
    const sent = it.received.at(-1) ?? ''
    const [corrective = '', own = ''] = sent.split('</sum:RegistroFactura>')
    expect(partOf(corrective, 'SinRegistroPrevio')).toBe('')
    expect(partOf(own, 'SinRegistroPrevio')).toBe('S')
    it.also = () => undefined
    const again = await read()
    expect(again.records.at(-1)).toMatchObject({ kind: 'anulacion', state: 'rejected' })
    ok(await staff.billing.annulRecords({ billId: bill.id, reason: 'Otra vez' }, { version: again.version }))
    expect(await send(61)).toBe(1)
    const third = it.received.at(-1) ?? ''
    expect([partOf(third, 'SinRegistroPrevio'), partOf(third, 'RechazoPrevio')]).toEqual(['S', 'S'])
    const after = await read()
    const twice = await staff.billing.annulRecords(
      { billId: bill.id, reason: 'Y otra' },
      { version: after.version },
    )
    expect(failureCode(twice)).toBe('billing.alreadyAnnulled')
    expect(it.broken).toEqual([])
  })

  test('it is not asked again before it wants to be, whoever else has something to send', async () => {
    const { it, send, bill } = await sending()
    it.wait = 900
    expect(await send(61)).toBe(1)
    await correctWhole(world.database, bill)
    const staff = await as(world.database, 'billing')
    expect(ok(await staff.billing.getFiscalSettings({}))).toMatchObject({ waiting: 1, service: true })
    expect(await send(600)).toBe(0)
    expect(it.received).toHaveLength(1)
    expect(await send(301)).toBe(1)
    // So late it says that there was an incident, of which the agency's own wait is one.
    expect(partOf(it.received.at(-1) ?? '', 'Incidencia')).toBe('S')
    expect(it.broken).toEqual([])
  })
})
