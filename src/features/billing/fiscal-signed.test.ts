import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { failureCode } from '#client.ts'
import type { Database } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { portals } from '#testing/world/cast.ts'
import { todayOf } from './server/fiscal-mode.ts'
import { followModes } from './server/follow-modes.ts'
import { holdsSigned } from './server/xades.ts'
import { correctWhole, pendingBill } from './test-bills.ts'
import { certificatePassword as password, pkcs12 } from './test-certificate.ts'
import { schemaOf } from './test-schemas.ts'
import { verified } from './test-verified.ts'

const world = testDatabase()
const lobo = portals.ninoLobo.id
const issuer = '54362315K'
const secret = Buffer.alloc(32, 7)
const from = todayOf(new Date())
const boss = () => as(world.database, 'super')
const office = () => as(world.database, 'billing')
const _fieldsOf = (answer: unknown) => (answer as { error?: { fields?: object } }).error?.fields ?? {}

async function issued(database: Database) {
  const pending = await pendingBill(database, lobo, 3_000)
  const artist = await as(database, 'artist')
  return ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
}

const signing = async () => ok(await (await boss()).billing.setCertificate({ file: pkcs12(), password }))
const broken = async (kind: 'record' | 'event', contents: string) =>
  sharedData('billing_es/README.md') ? (await validateXML(schemaOf(kind, contents))).errors : []

test('a chain in which something was changed is found out, by its own hash and by the next', async () => {
  const { database } = world
  const chief = await boss()
  const bill = await issued(database)
  await correctWhole(database, bill)
  const check = async () => ok(await chief.billing.checkFiscalChain({ issuerTaxId: issuer })).anomalies
  expect(await check()).toEqual([])
  await database.query('alter table fiscal_record disable trigger fiscal_record_append_only')
  await database.query(
    "update fiscal_record set input = replace(input, 'CuotaTotal=', 'CuotaTotal=9') where sequence = 1 and issuer_tax_id = '54362315K'",
  )
  expect(await check()).toMatchObject([{ of: 'record', sequence: 1, number: bill.number, what: 'hash' }])
  const [{ hash } = { hash: '' }] = await database.query<{ hash: string }>(
    "update fiscal_record n set hash = repeat('A', 64) from fiscal_record o where n.issuer_tax_id = '54362315K' and o.issuer_tax_id = n.issuer_tax_id and n.sequence = 1 and o.sequence = 1 returning o.hash",
  )
  expect(await check()).toMatchObject([{ what: 'hash' }, { sequence: 2, what: 'previousHash' }])
  await database.query(
    "update fiscal_record set input = replace(input, 'CuotaTotal=9', 'CuotaTotal='), hash = $1 where sequence = 1 and issuer_tax_id = '54362315K'",
    [hash],
  )
  expect(await check()).toEqual([])
  await database.query('alter table fiscal_record enable trigger fiscal_record_append_only')
  // Where nothing is signed there is no log: it belongs to that mode alone.
  expect(ok(await chief.billing.listFiscalEvents({ issuerTaxId: issuer })).total).toBe(0)
})

describe('records that are signed', () => {
  test('hold against the schema and another reading; the log says what happened, and is signed too', async () => {
    const { database } = world
    const chief = await boss()
    const now = new Date()
    await signing()
    ok(await chief.billing.setFiscalMode({ issuerTaxId: issuer, mode: 'signed', from }))
    const bill = await issued(database)
    await correctWhole(database, bill)
    expect(ok(await chief.billing.getBill({ billId: bill.id })).records).toMatchObject([
      { mode: 'signed', state: 'kept', signed: false, sequence: 3 },
    ])
    expect(await followModes(database, { secret, now })).toBe(2)
    expect(await followModes(database, { secret, now })).toBe(0)
    const artist = await as(database, 'artist')
    expect(ok(await artist.billing.getBill({ billId: bill.id })).records).toMatchObject([{ signed: true }])
    const signed = await database.query<{ xml: string }>('select xml from fiscal_signature order by sequence')
    for (const { xml } of signed) {
      expect(await broken('record', xml)).toEqual([])
      expect(await verified(xml)).toBe(true)
      expect(holdsSigned(xml)).toBe(true)
      const other = xml.replace(/(<sum1:ImporteTotal>)(-?)\d/, '$1$29')
      expect(other).not.toBe(xml)
      expect([await verified(other), holdsSigned(other)]).toEqual([false, false])
    }
    // Six hours later the log sums up; a check, an export and the end stand in it too.
    await followModes(database, { secret, now: new Date(now.getTime() + 7 * 3_600_000) })
    const check = ok(await chief.billing.checkFiscalChain({ issuerTaxId: issuer }))
    expect(check).toMatchObject({ records: 4, anomalies: [{ of: 'event', what: 'later' }] })
    const file = ok(
      await chief.billing.exportFiscal({ issuerTaxId: issuer, what: 'records', f: from, t: from }),
    )
    expect(file).toMatchObject({ count: 4, name: `${issuer}-registros-${from}-${from}.xml` })
    for (const { xml } of signed) expect(file.content).toContain(xml)
    ok(await chief.billing.exportFiscal({ issuerTaxId: issuer, what: 'events', f: from, t: from }))
    ok(await chief.billing.setFiscalMode({ issuerTaxId: issuer, mode: null, from }))
    const { items } = ok(await chief.billing.listFiscalEvents({ issuerTaxId: issuer }))
    expect(items.map(({ type }) => type).toReversed()).toEqual([
      '01',
      '10',
      '03',
      '05',
      '06',
      '08',
      '09',
      '10',
      '02',
    ])
    const log = await database.query<{ xml: string; hash: string; previous_hash: string }>(
      'select xml, hash, previous_hash from fiscal_event order by sequence',
    )
    for (const { xml } of log) {
      expect(await broken('event', xml)).toEqual([])
      expect(await verified(xml)).toBe(true)
    }
    expect(log.map((row) => row.previous_hash)).toEqual(['', ...log.slice(0, -1).map(({ hash }) => hash)])
    expect(log[1]?.xml).toContain('NumeroDeRegistrosFacturacionAltaGenerados>2<')
  })

  test('of which one was changed: the log names the invoice', async () => {
    const { database } = world
    const chief = await boss()
    await signing()
    ok(await chief.billing.setFiscalMode({ issuerTaxId: issuer, mode: 'signed', from }))
    const bill = await issued(database)
    const now = new Date()
    await followModes(database, { secret, now })
    const change = async (set: string) => {
      await database.query('alter table fiscal_record disable trigger fiscal_record_append_only')
      await database.query(
        `update fiscal_record set ${set} where issuer_tax_id = $1
          and sequence = (select max(sequence) from fiscal_record where issuer_tax_id = $1)`,
        [issuer],
      )
      await database.query('alter table fiscal_record enable trigger fiscal_record_append_only')
    }
    await change(`input = input || '&'`)
    const found = ok(await chief.billing.checkFiscalChain({ issuerTaxId: issuer })).anomalies
    expect(found.filter(({ of }) => of === 'record')).toMatchObject([{ number: bill.number, what: 'hash' }])
    const [log] = await database.query<{ xml: string }>(
      `select xml from fiscal_event where type = '04' order by sequence desc limit 1`,
    )
    expect(log?.xml).toMatch(
      new RegExp(`RegistroFacturacionAnomalo>[\\s\\S]*NumSerieFactura>${bill.number}<`),
    )
    expect(log?.xml).not.toContain('RegEventoAnomalo')
    expect(await broken('event', log?.xml ?? '')).toEqual([])
    await change(`input = rtrim(input, '&')`)
    expect(
      ok(await chief.billing.checkFiscalChain({ issuerTaxId: issuer })).anomalies.filter(
        ({ of }) => of === 'record',
      ),
    ).toEqual([])
  })

  test('nothing is issued that could not be signed', async () => {
    const { database } = world
    const chief = await boss()
    await signing()
    ok(await chief.billing.setFiscalMode({ mode: 'signed', from }))
    ok(await chief.billing.deleteCertificate({}))
    const pending = await pendingBill(database, lobo, 3_000)
    const artist = await as(database, 'artist')
    const accept = () => artist.billing.approveBill({ billId: pending.id }, { version: pending.version })
    expect(failureCode(await accept())).toBe('billing.fiscal.noCertificate')
    expect(ok(await artist.billing.getBill({ billId: pending.id }))).toMatchObject({ status: 'Pending' })
    await signing()
    expect(ok(await accept())).toMatchObject({ status: 'Approved' })
  })

  test('name in the log whose it is: the provider as it calls itself, an account as it gave its name', async () => {
    const { database } = world
    await signing()
    ok(await (await boss()).billing.setFiscalMode({ mode: 'signed', from }))
    await issued(database)
    const line = { kind: 'postage' as const, description: 'Envíos', units: 1, unitCents: 1_000 }
    ok(await (await office()).billing.issueCharge({ portalId: lobo, lines: [line] }))
    await followModes(database, { secret, now: new Date() })
    const [provider] = await database.query<{ tax_id: string }>(
      `select value::jsonb->>'taxId' as tax_id from setting where key = 'billing.provider'`,
    )
    const log = await database.query<{ tax_id: string; name: string }>(
      `select distinct issuer_tax_id as tax_id, substring(xml from 'ObligadoEmision>.*?NombreRazon>(.*?)<') as name
        from fiscal_event order by name`,
    )
    expect(log).toEqual([
      { tax_id: issuer, name: 'Hugo Lobo Marín' },
      { tax_id: provider?.tax_id, name: 'Trastienda Merch, S. L.' },
    ])
  })
})

test('records, and what was done with them, are taken away by nobody', async () => {
  const { database } = world
  await signing()
  ok(await (await boss()).billing.setFiscalMode({ issuerTaxId: issuer, mode: 'signed', from }))
  await issued(database)
  await followModes(database, { secret, now: new Date() })
  await database.query("insert into fiscal_sending (issuer_tax_id, sequence) values ('X', 1)")
  await database.query(
    "insert into fiscal_answer (id, issuer_tax_id, records, body) values (gen_random_uuid(), 'X', 1, '')",
  )
  for (const table of ['record', 'sending', 'answer', 'mode', 'signature', 'event']) {
    const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
      `select count(*)::int as count from fiscal_${table}`,
    )
    expect(count, table).toBeGreaterThan(0)
    for (const sql of [`delete from fiscal_${table}`, `truncate fiscal_${table}`])
      await expect(database.query(sql), sql).rejects.toThrow()
  }
  for (const change of ['record set hash = hash', 'signature set xml = xml', 'event set xml = xml'])
    await expect(database.query(`update fiscal_${change}`), change).rejects.toThrow()
})
