import { afterEach, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import type { Database } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { readAnswer } from './server/fiscal-answer.ts'
import { todayOf } from './server/fiscal-mode.ts'
import { agencyService, sendRecords } from './server/send-records.ts'
import { type TestAgency, testAgency } from './test-agency.ts'
import { correctWhole, pendingBill } from './test-bills.ts'
import { documentOf } from './test-taxes.ts'

const world = testDatabase()
const lobo = portals.ninoLobo.id
const issuer = '54362315K'

async function cancelledBill(database: Database) {
  const artist = await as(database, 'artist')
  const pending = await pendingBill(database, lobo, 3_000)
  const issued = ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
  return correctWhole(database, issued)
}

test('records of a bill that should never have been are cancelled with its corrective, once', async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  const bill = await cancelledBill(database)
  const annul = (version: number) =>
    staff.billing.annulRecords({ billId: bill.id, reason: 'Prueba' }, { version })
  const artist = await as(database, 'artist')
  expect(
    failureCode(
      await artist.billing.annulRecords({ billId: bill.id, reason: 'Yo' }, { version: bill.version }),
    ),
  ).toBe('forbidden')
  const after = ok(await annul(bill.version))
  expect(after).toMatchObject({ status: 'Cancelled', recordsAnnulled: true })
  expect(failureCode(await annul(after.version))).toBe('billing.alreadyAnnulled')
  const chain = await database.query<{ kind: string; number: string; hash: string; previous_hash: string }>(
    'select kind, number, hash, previous_hash from fiscal_record where issuer_tax_id = $1 order by sequence',
    [issuer],
  )
  expect(chain.map(({ kind }) => kind)).toEqual(['alta', 'alta', 'anulacion', 'anulacion'])
  expect(chain.slice(2).map(({ number }) => number)).toEqual([bill.correctedBy?.number, bill.number])
  expect(chain.map(({ previous_hash }) => previous_hash)).toEqual([
    '',
    ...chain.slice(0, -1).map(({ hash }) => hash),
  ])
  const xml = (await documentOf(database, bill.id, 'verifactu')).toString()
  expect(xml.match(/<sum:RegistroFactura>/g)).toHaveLength(2)
  expect(xml).toContain('<sum1:RegistroAnulacion>')
  const pending = await pendingBill(database, lobo, 100)
  const early = await staff.billing.annulRecords(
    { billId: pending.id, reason: 'Pronto' },
    { version: pending.version },
  )
  expect(failureCode(early)).toBe('billing.notAnnullable')
})

let service: TestAgency | undefined
afterEach(() => service?.close())

/** Everybody's records are sent from today on, to an agency of this test. */
async function sending(database: Database, at: Date) {
  service = await testAgency()
  const post = await agencyService(service.url)
  expect(await sendRecords(database, post, at)).toBe(0)
  const boss = await as(database, 'super')
  ok(await boss.billing.setFiscalMode({ mode: 'sending', from: todayOf(at) }))
  return { it: service, post }
}

const queue = (database: Database) =>
  database.query<{ sequence: number; state: string; attempts: number; error_code: string | null }>(
    'select sequence, state, attempts, error_code from fiscal_sending order by sequence',
  )

describe('sending to the agency', () => {
  test('is off: nothing is queued, and what is issued says nothing of it', async () => {
    const { database } = world
    expect(await sendRecords(database, undefined, new Date())).toBe(0)
    const bill = await cancelledBill(database)
    expect(await queue(database)).toEqual([])
    const staff = await as(database, 'billing')
    expect(ok(await staff.billing.getBill({ billId: bill.id })).records).toMatchObject([
      { kind: 'alta', state: 'kept', csv: null },
    ])
  })

  test('switched on it sends what comes from then on, in order, waits longer after each failure, and keeps every answer', async () => {
    const { database } = world
    const start = Date.now()
    const at = (seconds: number) => new Date(start + seconds * 1_000)
    const { it, post } = await sending(database, at(0))
    const bill = await cancelledBill(database)
    expect((await queue(database)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    it.mood = 'down'
    expect(await sendRecords(database, post, at(1))).toBe(0)
    expect(it.received).toHaveLength(1)
    // A minute, then two: nobody asks in between.
    expect(await sendRecords(database, post, at(30))).toBe(0)
    expect(it.received).toHaveLength(1)
    it.mood = 'fault'
    expect(await sendRecords(database, post, at(62))).toBe(0)
    expect(await sendRecords(database, post, at(150))).toBe(0)
    expect(it.received).toHaveLength(2)
    it.mood = 'well'
    it.also = (number) => (number.startsWith('R-') ? { code: 2000, text: 'Huella' } : undefined)
    expect(await sendRecords(database, post, at(183))).toBe(2)
    expect((await queue(database)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['accepted', 3],
      ['acceptedWithErrors', 3],
    ])
    const seen = await (await as(database, 'billing')).billing.getBill({ billId: bill.id })
    expect(ok(seen).records).toMatchObject([
      { kind: 'alta', number: bill.number, state: 'accepted', attempts: 3, csv: 'A-CSV3', nextAt: null },
    ])
    const [, , sent = ''] = it.received
    expect(sent.indexOf(`>${bill.number}<`)).toBeLessThan(sent.indexOf(`>${bill.correctedBy?.number}<`))
    // Nobody who sends within four minutes has to say why so late.
    expect(sent).not.toContain('Incidencia')
    const answers = await database.query<{ status: number; csv: string | null }>(
      'select status, csv from fiscal_answer order by at',
    )
    expect(answers.map(({ status, csv }) => [status, csv])).toEqual([
      [503, null],
      [200, null],
      [200, 'A-CSV3'],
    ])

    // The agency asked for a minute between two sendings; a cancellation that it refuses stays for staff to see.
    const staff = await as(database, 'billing')
    ok(
      await staff.billing.annulRecords({ billId: bill.id, reason: 'Nunca debió' }, { version: bill.version }),
    )
    it.also = (number) => (number === bill.number ? { code: 1105, text: 'No se identifica' } : undefined)
    expect(await sendRecords(database, post, at(200))).toBe(0)
    expect(await sendRecords(database, post, at(250))).toBe(2)
    expect((await queue(database)).slice(2)).toMatchObject([
      { state: 'accepted' },
      { state: 'rejected', error_code: '1105' },
    ])
    const last = it.received.at(-1) ?? ''
    expect(last.match(/<sum1:RegistroAnulacion>/g)).toHaveLength(2)
    // The agency took what came, and what came and what it said is as its schemas want it.
    expect(it.answers.at(-1)).toContain('ParcialmenteCorrecto')
    expect(last).toContain('<sum1:Incidencia>S</sum1:Incidencia>')
    expect(it.broken).toEqual([])
    expect(ok(await staff.billing.getBill({ billId: bill.id })).records.at(-1)).toMatchObject({
      ...{ kind: 'anulacion', state: 'rejected', errorCode: '1105' },
    })
    // Only a bill whose record is sent says so on paper.
    expect((await documentOf(database, bill.id, 'pdf')).length).toBeGreaterThan(1_000)
    // Without the service what is made goes on waiting: it is never forgotten.
    expect(await sendRecords(database, undefined, at(400))).toBe(0)
    await cancelledBill(database)
    expect((await queue(database)).slice(4)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  })

  test('one that went twice was kept the first time; a fault says nothing of records', () => {
    const line = (inner: string) =>
      `<R:RespuestaRegFactuSistemaFacturacion><R:RespuestaLinea><R:NumSerieFactura>1</R:NumSerieFactura>${inner}</R:RespuestaLinea></R:RespuestaRegFactuSistemaFacturacion>`
    const twice = readAnswer(
      line(
        '<R:EstadoRegistro>Incorrecto</R:EstadoRegistro><R:RegistroDuplicado><R:Id>1</R:Id></R:RegistroDuplicado>',
      ),
    )
    expect(twice?.lines).toMatchObject([{ number: '1', state: 'accepted' }])
    const was = (state: string) =>
      readAnswer(
        line(
          `<R:EstadoRegistro>Incorrecto</R:EstadoRegistro><R:CodigoErrorRegistro>3000</R:CodigoErrorRegistro><R:RegistroDuplicado><R:EstadoRegistroDuplicado>${state}</R:EstadoRegistroDuplicado></R:RegistroDuplicado>`,
        ),
      )?.lines[0]?.state
    // As it was kept then: with errors, or cancelled since, which is no place for a new one.
    expect(['Correcta', 'AceptadaConErrores', 'Anulada'].map(was)).toEqual([
      'accepted',
      'acceptedWithErrors',
      'rejected',
    ])
    expect(readAnswer('<Fault>no</Fault>')).toBeUndefined()
    expect(readAnswer('<html>maintenance</html>')).toBeUndefined()
  })
})
