import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { failureCode } from '#client.ts'
import { asService, type Database } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { portals } from '#testing/world/cast.ts'
import { hasService, keepService, todayOf } from './server/fiscal-mode.ts'
import { agencyService, sendRecords } from './server/send-records.ts'
import { testAgency } from './test-agency.ts'
import { pendingBill } from './test-bills.ts'
import { certificatePassword as password, pkcs12 } from './test-certificate.ts'
import { schemaOf } from './test-schemas.ts'

const world = testDatabase()
const lobo = portals.ninoLobo.id
const issuer = '54362315K'
const _secret = Buffer.alloc(32, 7)
const from = todayOf(new Date())
const boss = () => as(world.database, 'super')
const office = () => as(world.database, 'billing')
const fieldsOf = (answer: unknown) => (answer as { error?: { fields?: object } }).error?.fields ?? {}

async function issued(database: Database) {
  const pending = await pendingBill(database, lobo, 3_000)
  const artist = await as(database, 'artist')
  return ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
}

const signing = async () => ok(await (await boss()).billing.setCertificate({ file: pkcs12(), password }))
const _broken = async (kind: 'record' | 'event', contents: string) =>
  sharedData('billing_es/README.md') ? (await validateXML(schemaOf(kind, contents))).errors : []

test('the agency’s service is there while it is given, and not after that', async () => {
  const said = (given: boolean) =>
    world.database.transaction(asService('job'), async (tx) => {
      await keepService(tx, given)
      return hasService(tx)
    })
  const other = () => world.database.query(`select value from setting where key = 'billing.provider'`)
  const before = await other()
  expect(before).toHaveLength(1)
  expect([await said(false), await said(true), await said(true), await said(false)]).toEqual([
    ...[false, true, true, false],
  ])
  expect(await other()).toEqual(before)
})

describe('in which mode records are made', () => {
  test('is off at first, which is said with the dates of the law; nothing is declared then', async () => {
    const staff = await office()
    const settings = ok(await staff.billing.getFiscalSettings({}))
    expect(settings).toMatchObject({ mode: 'off', service: false, signable: false, declaration: null })
    expect(settings.dates).toMatchObject({ company: '2027-01-01', person: '2027-07-01' })
    expect(settings.off.due).toBe(0)
    expect(settings.off.later).toBeGreaterThan(1)
    const chief = await boss()
    const dates = { company: '2026-01-01', person: '2028-10-01', source: 'Otro real decreto' }
    expect(failureCode(await staff.billing.setFiscalDates(dates))).toBe('forbidden')
    expect(fieldsOf(await chief.billing.setFiscalDates({ ...dates, person: '2020-01-01' }))).toHaveProperty(
      'person',
    )
    ok(await chief.billing.setFiscalDates(dates))
    const moved = ok(await staff.billing.getFiscalSettings({}))
    expect(moved).toMatchObject({ dates, off: { due: expect.any(Number) } })
    expect(moved.off.due).toBeGreaterThan(0)
    expect(moved.off.due + moved.off.later).toBe(settings.off.later)
    const issuers = ok(await staff.billing.listFiscalIssuers({ q: issuer })).items
    expect(issuers).toMatchObject([
      { taxId: issuer, kind: 'person', mode: 'off', own: false, obligedFrom: '2028-10-01', boundUntil: null },
    ])
    expect(failureCode(await chief.billing.signFiscalDeclaration({ place: 'Barcelona' }))).toBe(
      'billing.fiscal.nothingToDeclare',
    )
  })

  test('is chosen by super staff alone, and only with what it needs', async () => {
    const chief = await boss()
    const staff = await office()
    const wish = { mode: 'signed' as const, from }
    expect(failureCode(await staff.billing.setFiscalMode(wish))).toBe('forbidden')
    expect(fieldsOf(await chief.billing.setFiscalMode(wish))).toHaveProperty('mode')
    expect(fieldsOf(await chief.billing.setFiscalMode({ mode: 'sending', from }))).toHaveProperty('mode')
    expect(fieldsOf(await chief.billing.setFiscalMode({ mode: null, from }))).toHaveProperty('mode')
    await signing()
    expect(fieldsOf(await chief.billing.setFiscalMode({ ...wish, from: '2026-01-01' }))).toHaveProperty(
      'from',
    )
    expect(fieldsOf(await chief.billing.setFiscalMode({ ...wish, issuerTaxId: 'B00000000' }))).toHaveProperty(
      'issuerTaxId',
    )
    ok(await chief.billing.setFiscalMode({ ...wish, issuerTaxId: issuer }))
    const modes = async () => {
      const { items } = ok(await staff.billing.listFiscalIssuers({}))
      return [...new Set(items.map(({ taxId, mode, own }) => `${taxId === issuer} ${mode} ${own}`))].sort()
    }
    expect(await modes()).toEqual(['false off false', 'true signed true'])
    ok(await chief.billing.setFiscalMode({ issuerTaxId: issuer, mode: null, from }))
    expect(await modes()).toEqual(['false off false', 'true off false'])
    // Somebody answers for it, once a mode is on.
    ok(await chief.billing.setFiscalMode(wish))
    const before = ok(await staff.billing.getFiscalSettings({})).declaration
    expect(before).toMatchObject({ version: '1.0', signed: null })
    ok(await chief.billing.signFiscalDeclaration({ place: 'Barcelona' }))
    expect(ok(await staff.billing.getFiscalSettings({})).declaration?.signed).toMatchObject({
      ...{ place: 'Barcelona', on: from },
    })
  })

  test('nobody who sends stops before the year is over', async () => {
    const agency = await testAgency()
    const post = await agencyService(agency.url)
    const now = new Date()
    await sendRecords(world.database, post, now)
    const chief = await boss()
    ok(await chief.billing.setFiscalMode({ issuerTaxId: issuer, mode: 'sending', from }))
    await issued(world.database)
    expect(await sendRecords(world.database, post, new Date(now.getTime() + 60_000))).toBe(1)
    agency.close()
    const year = from.slice(0, 4)
    const stop = (day: string) => chief.billing.setFiscalMode({ issuerTaxId: issuer, mode: 'off', from: day })
    expect(fieldsOf(await stop(from))).toMatchObject({ from: expect.stringContaining(year) })
    expect(fieldsOf(await stop(`${year}-12-31`))).toHaveProperty('from')
    ok(await stop(`${Number(year) + 1}-01-01`))
    const [of] = ok(await chief.billing.listFiscalIssuers({ q: issuer })).items
    expect(of).toMatchObject({
      ...{ mode: 'sending', boundUntil: `${year}-12-31` },
      next: { mode: 'off', from: `${Number(year) + 1}-01-01` },
    })
  })
})
