import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putRecord } from '#testing/raw-fiscal.ts'
import { setCertificate } from './server/certificate.ts'
import { demandSome, exportFiscal, recordsIn } from './server/export-fiscal.ts'
import { fiscalEvent, fiscalMode, fiscalSignature } from './server/fiscal-mode-table.ts'
import { certificatePassword as password, pkcs12 } from './test-certificate.ts'

/** Which records and events leave in a file, at the edges of its days, and what the issuer's log says of it. */

const world = testDatabase()
const secret = Buffer.alloc(32, 7)
const now = new Date()
const [signs, sends] = ['B77000001', 'B77000002']
const clock = { secret, now }

const record = (issuerTaxId: string, sequence: number, generatedAt: string, row: object = {}) =>
  putRecord(world.database, { issuerTaxId, sequence, generatedAt, ...row })
const event = (issuerTaxId: string, sequence: number, generatedAt: string) =>
  inTrial(world.database, (tx) =>
    tx.insert(fiscalEvent).values({
      ...{ issuerTaxId, sequence, type: sequence === 1 ? '01' : '10', input: 'i', hash: `E-${sequence}` },
      ...{ previousHash: '', generatedAt, xml: `<e>${sequence}</e>` },
    }),
  )
beforeAll(async () => {
  const { database } = world
  await inTrial(database, async (tx) => {
    await setCertificate(tx, { file: pkcs12(), password, confirmed: false }, clock)
    await tx.insert(fiscalMode).values([
      { issuerTaxId: signs, mode: 'signed', validFrom: '2020-01-01', personName: 'P' },
      { issuerTaxId: sends, mode: 'sending', validFrom: '2020-01-01', personName: 'P' },
    ])
  })
  for (const issuerTaxId of [signs, sends]) {
    await record(issuerTaxId, 1, '2026-03-09T23:59:59+01:00')
    // The first moment of the tenth in Madrid, written in another zone.
    await record(issuerTaxId, 2, '2026-03-09T23:00:00+00:00', { mode: 'signed' })
    await record(issuerTaxId, 3, '2026-03-10T12:00:00+01:00', { kind: 'anulacion' })
    await record(issuerTaxId, 4, '2026-03-11T23:59:59+01:00')
    await record(issuerTaxId, 5, '2026-03-12T00:00:00+01:00')
    await event(issuerTaxId, 1, '2026-03-09T23:59:59+01:00')
    await event(issuerTaxId, 2, '2026-03-10T00:00:00+01:00')
    await event(issuerTaxId, 3, '2026-03-11T23:59:59+01:00')
    await event(issuerTaxId, 4, '2026-03-12T00:00:00+01:00')
  }
  const sign = (issuerTaxId: string, sequence: number) =>
    inTrial(database, (tx) =>
      tx
        .insert(fiscalSignature)
        .values({ issuerTaxId, sequence, xml: `<signed>${issuerTaxId}</signed>`, signer: 'S' }),
    )
  await sign(signs, 2)
  await sign(sends, 2)
})
const days = { f: '2026-03-10', t: '2026-03-11' }
const out = (issuerTaxId: string, what: 'records' | 'events', span = days) =>
  inTrial(world.database, (tx) => exportFiscal(tx, { issuerTaxId, what, ...span }, clock))
const places = (content: string) => [...content.matchAll(/<Registro secuencia="(\d+)">/g)].map(([, at]) => at)
const logged = (issuerTaxId: string) =>
  world.database.query<{ type: string; data: Record<string, unknown> }>(
    `select type, data from fiscal_event where issuer_tax_id = $1 and type in ('08', '09') order by sequence`,
    [issuerTaxId],
  )

describe('what leaves', () => {
  test('is of the moments that records and events bear, both days included, each once and in order', async () => {
    const records = await out(sends, 'records')
    expect(records).toMatchObject({ name: `${sends}-registros-2026-03-10-2026-03-11.xml`, count: 3 })
    expect(places(records.content)).toEqual(['2', '3', '4'])
    expect(records.content).toContain(`<Exportacion emisor="${sends}" registros="3">`)
    // As it was signed, or as it stands.
    expect(records.content).toContain(
      `<Registro secuencia="2"><![CDATA[<signed>${sends}</signed>]]></Registro>`,
    )
    expect(records.content).not.toContain(signs)
    expect(records.content.match(/RegistroAnulacion/g)?.length).toBeGreaterThan(0)
    const events = await out(sends, 'events')
    expect(events).toMatchObject({ name: `${sends}-eventos-2026-03-10-2026-03-11.xml`, count: 2 })
    expect(places(events.content)).toEqual(['2', '3'])
    expect(events.content).toContain('<![CDATA[<e>3</e>]]>')
    // Whoever sends keeps no log of it.
    expect(await logged(sends)).toEqual([])
    await expect(out(sends, 'events', { f: '2026-03-13', t: '2026-03-13' })).rejects.toMatchObject({
      code: 'billing.fiscal.nothingToExport',
    })
  })

  test('waits for a signature that is still to come', async () => {
    const issuerTaxId = 'B77000003'
    await record(issuerTaxId, 1, '2026-03-10T12:00:00+01:00', { mode: 'signed' })
    await expect(out(issuerTaxId, 'records')).rejects.toMatchObject({ code: 'billing.fiscal.signingSoon' })
    await expect(out(sends, 'records', { f: '2026-03-09', t: '2026-03-12' })).resolves.toMatchObject({
      count: 5,
    })
  })

  test('is as much as one file holds', () => {
    expect(() => demandSome(20_000)).not.toThrow()
    expect(() => demandSome(20_001)).toThrow()
    expect(() => demandSome(1)).not.toThrow()
  })
})

describe('who signs has it in the log', () => {
  test('with the first and the last of the records, and what they come to', async () => {
    expect((await out(signs, 'records')).count).toBe(3)
    const [one] = (await logged(signs)).slice(-1)
    const of = (sequence: number) => ({
      ...{ IDEmisorFactura: signs, NumSerieFactura: `N-${sequence}`, Huella: `H-${sequence}` },
      FechaExpedicionFactura: '15-01-2026',
    })
    expect(one).toEqual({
      type: '08',
      data: {
        ExportacionRegFacturacionPeriodo: {
          FechaHoraHusoInicioPeriodoExport: '2026-03-10T00:00:00+01:00',
          FechaHoraHusoFinPeriodoExport: '2026-03-11T23:59:59+01:00',
          RegistroFacturacionInicialPeriodo: of(2),
          RegistroFacturacionFinalPeriodo: of(4),
          NumeroDeRegistrosFacturacionAltaExportados: 2,
          SumaCuotaTotalAlta: '4.20',
          SumaImporteTotalAlta: '24.20',
          NumeroDeRegistrosFacturacionAnulacionExportados: 1,
          RegistrosFacturacionExportadosDejanDeConservarse: 'N',
        },
      },
    })
  })

  test('with the first and the last of the events; of days that are not over until now', async () => {
    expect((await out(signs, 'events', { f: '2026-03-10', t: '2100-01-01' })).count).toBeGreaterThanOrEqual(3)
    const [one] = (await logged(signs)).slice(-1)
    const data = one?.data.ExportacionRegEventoPeriodo as Record<string, unknown> | undefined
    expect(one?.type).toBe('09')
    expect(data?.RegistroEventoInicialPeriodo).toEqual({
      ...{ TipoEvento: '10', FechaHoraHusoEvento: '2026-03-10T00:00:00+01:00', HuellaEvento: 'E-2' },
    })
    const until = String(data?.FechaHoraHusoFinPeriodoExport)
    expect(new Date(until).getTime()).toBe(Math.floor(now.getTime() / 1_000) * 1_000)
    expect(data?.RegEventoExportadosDejanDeConservarse).toBe('N')
    const whole = await out(signs, 'events')
    expect(whole.count).toBe(2)
    const [two] = (await logged(signs)).slice(-1)
    expect(two?.data).toMatchObject({
      ExportacionRegEventoPeriodo: {
        NumeroDeRegEventoExportados: 2,
        RegistroEventoFinalPeriodo: { HuellaEvento: 'E-3', FechaHoraHusoEvento: '2026-03-11T23:59:59+01:00' },
      },
    })
  })
})

test('of nothing there is no first and no last record', async () => {
  const data = await inTrial(world.database, async (tx) => {
    const { texts, said } = await recordsIn(tx, (row) => sql`${row}issuer_tax_id = 'NOBODY'`)
    expect(texts).toEqual([])
    return said({})
  })
  expect(data.ExportacionRegFacturacionPeriodo).toEqual({
    NumeroDeRegistrosFacturacionAltaExportados: 0,
    ...{ SumaCuotaTotalAlta: '0.00', SumaImporteTotalAlta: '0.00' },
    NumeroDeRegistrosFacturacionAnulacionExportados: 0,
    RegistrosFacturacionExportadosDejanDeConservarse: 'N',
  })
})
