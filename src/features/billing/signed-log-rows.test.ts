import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putBillOf, putRecord } from '#testing/raw-fiscal.ts'
import type { EventType, FiscalMode } from './fiscal-choices.ts'
import { setCertificate } from './server/certificate.ts'
import { fiscalEvent, fiscalMode } from './server/fiscal-mode-table.ts'
import { followModes, logModes } from './server/follow-modes.ts'
import { certificatePassword as password, pkcs12 } from './test-certificate.ts'

/** When the log of an issuer says that its mode began, what was done in it, and that it ended. */

const world = testDatabase()
const secret = Buffer.alloc(32, 7)
const now = new Date()
const hour = 3_600_000
const ago = (ms: number) => new Date(now.getTime() - ms)
let made = 0
let issuerTaxId = ''
beforeEach(() => {
  issuerTaxId = `Z${++made}`
})
beforeAll(async () => {
  await inTrial(world.database, (tx) =>
    setCertificate(tx, { file: pkcs12(), password, confirmed: false }, { secret, now }),
  )
})
const mode = (of: FiscalMode, issuer = issuerTaxId) =>
  inTrial(world.database, (tx) =>
    tx.insert(fiscalMode).values({ issuerTaxId: issuer, mode: of, validFrom: '2020-01-01', personName: 'P' }),
  )
const event = (sequence: number, type: EventType, createdAt: Date, issuer = issuerTaxId) =>
  inTrial(world.database, (tx) =>
    tx.insert(fiscalEvent).values({
      ...{ issuerTaxId: issuer, sequence, type, input: 'i', hash: `E-${sequence}`, previousHash: '' },
      ...{ generatedAt: '2026-01-01T00:00:00+01:00', xml: '<e/>', createdAt },
    }),
  )
/** What is written into the log, with its data. */
async function logged(at = now) {
  const [before] = await world.database.query<{ last: number }>(
    'select coalesce(max(sequence), 0)::int as last from fiscal_event where issuer_tax_id = $1',
    [issuerTaxId],
  )
  await inTrial(world.database, (tx) => logModes(tx, { secret, now: at }))
  return world.database.query<{ type: string; data: Record<string, Record<string, unknown>> | null }>(
    'select type, data from fiscal_event where issuer_tax_id = $1 and sequence > $2 order by sequence',
    [issuerTaxId, before?.last],
  )
}
const types = async (at?: Date) => (await logged(at)).map(({ type }) => type)

test('the mode of signed records begins once', async () => {
  await mode('signed')
  expect(await types()).toEqual(['01'])
  expect(await types()).toEqual([])
})

test('every six hours, to the millisecond, it is summed up; when it ends at once, and then that is said', async () => {
  await mode('signed')
  await event(1, '01', ago(6 * hour - 1))
  expect(await types()).toEqual([])
  expect(await types(new Date(now.getTime() + 1))).toEqual(['10'])
  // Counted from the last summary.
  expect(await types(new Date(now.getTime() + 6 * hour))).toEqual([])
  issuerTaxId = 'ENDS'
  await event(1, '01', ago(1))
  expect(await types()).toEqual(['10', '02'])
  expect(await types()).toEqual([])
})

test('what has ended is over, and may begin again', async () => {
  await event(1, '01', ago(20 * hour))
  await event(2, '02', ago(10 * hour))
  expect(await types()).toEqual([])
  await mode('signed')
  expect(await types()).toEqual(['01'])
  issuerTaxId = 'SENDS'
  await mode('sending')
  expect(await types()).toEqual([])
  // Nobody is told of who only has records of another mode.
  issuerTaxId = 'RECORDS'
  await putRecord(world.database, { issuerTaxId, sequence: 1, mode: 'off' })
  expect(await types()).toEqual([])
})

test('a summary counts what was done since the last one, of its issuer alone', async () => {
  await mode('signed')
  const since = ago(6 * hour)
  await event(1, '01', ago(9 * hour))
  await event(2, '10', since)
  await event(3, '08', ago(hour))
  await event(4, '08', ago(hour))
  await event(1, '08', ago(hour), 'OTHER')
  const record = (sequence: number, createdAt: Date, row: object = {}) =>
    putRecord(world.database, { issuerTaxId, sequence, createdAt, ...row })
  await record(1, since)
  await record(2, ago(6 * hour - 1))
  await record(3, ago(hour), { kind: 'anulacion', input: 'a' })
  await record(4, ago(1))
  await putRecord(world.database, { issuerTaxId: 'OTHER', sequence: 1, createdAt: ago(hour) })
  const [one, ...more] = await logged()
  expect(more).toEqual([])
  const of = (sequence: number) => ({
    ...{ IDEmisorFactura: issuerTaxId, NumSerieFactura: `N-${sequence}`, Huella: `H-${sequence}` },
    FechaExpedicionFactura: '15-01-2026',
  })
  expect(one?.data?.ResumenEventos).toEqual({
    TipoEvento: [
      { TipoEvento: '08', NumeroDeEventos: 2 },
      { TipoEvento: '10', NumeroDeEventos: 1 },
    ],
    ...{ RegistroFacturacionInicialPeriodo: of(2), RegistroFacturacionFinalPeriodo: of(4) },
    ...{ NumeroDeRegistrosFacturacionAltaGenerados: 2, SumaCuotaTotalAlta: '4.20' },
    ...{ SumaImporteTotalAlta: '24.20', NumeroDeRegistrosFacturacionAnulacionGenerados: 1 },
  })
  issuerTaxId = 'NOTHING'
  await mode('signed')
  await event(1, '01', ago(6 * hour))
  const [none] = await logged()
  expect(none?.data?.ResumenEventos).toEqual({
    TipoEvento: [{ TipoEvento: '01', NumeroDeEventos: 1 }],
    ...{ NumeroDeRegistrosFacturacionAltaGenerados: 0, SumaCuotaTotalAlta: '0.00' },
    ...{ SumaImporteTotalAlta: '0.00', NumeroDeRegistrosFacturacionAnulacionGenerados: 0 },
  })
})

test('all that wait are signed, however many are at a time, and nothing without a certificate', async () => {
  const billId = await putBillOf(world.database, issuerTaxId)
  for (let sequence = 1; sequence <= 102; sequence++)
    await putRecord(world.database, {
      ...{ issuerTaxId, sequence, billId, mode: sequence === 1 ? 'off' : 'signed' },
    })
  const late = { secret, now: new Date('2100-01-01') }
  expect(await followModes(world.database, late)).toBe(0)
  const before = await world.database.query('select from fiscal_event')
  await inTrial(world.database, (tx) => logModes(tx, late))
  expect(await world.database.query('select from fiscal_event')).toHaveLength(before.length)
  expect(await followModes(world.database, { secret, now })).toBe(101)
  expect(await followModes(world.database, { secret, now })).toBe(0)
  const [signed] = await world.database.query<{ n: number; first: number; signer: string }>(
    'select count(*)::int as n, min(sequence) as first, max(signer) as signer from fiscal_signature where issuer_tax_id = $1',
    [issuerTaxId],
  )
  expect(signed).toEqual({ n: 101, first: 2, signer: expect.stringContaining('Firma de Trastienda') })
})
