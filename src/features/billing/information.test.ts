import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import type { Database } from '#platform/db.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, portals } from '#testing/world/cast.ts'
import { agreementVersion } from './choices.ts'
import type { InformationDraft } from './information-contract.ts'
import { isProvinceOf, territoryOf } from './places.ts'
import { retentionBpOf, retentionKindsOf } from './retention.ts'
import { pendingBill } from './test-bills.ts'
import { documentOf } from './test-taxes.ts'

const world = testDatabase()
const portalId = portals.casaCal.id
const year = Number(todayPlus(new Date()).slice(0, 4))
const notice = { name: '036.pdf', content: Buffer.from('%PDF-1.7 firmada').toString('base64') }

const person: InformationDraft = {
  ...{ kind: 'person', givenName: 'María del Mar', firstSurname: 'Casas', secondSurname: 'de la Cal' },
  ...{ taxId: '12345678Z', street: 'Calle Mayor, 1', postcode: '17001', city: 'Girona', province: 'Girona' },
  ...{ holder: 'Casa Cal', email: 'casa@cal.test', retention: 'none', iban: 'ES9121000418450200051332' },
  retentionReason: 'Actividad empresarial',
  password: demoPassword,
}
const company: InformationDraft = {
  ...person,
  ...{ kind: 'company', legalName: 'Casa Cal, S. L.', taxId: 'B85905495' },
  ...{ givenName: null, firstSurname: null, secondSurname: null },
}

async function save(database: Database, draft: InformationDraft) {
  const owner = await as(database, 'demo')
  const { version } = ok(await owner.billing.getBillingInformation({ portalId }))
  return owner.billing.updateBillingInformation({ portalId, ...draft }, { version })
}
/** Accepts the agreement, as if before whatever this month has sold, which hangs on the day. */
async function accept(database: Database) {
  const owner = await as(database, 'demo')
  ok(await owner.billing.acceptAgreement({ portalId, version: agreementVersion }))
  await database.query(`update billing_agreement set at = '2018-01-01' where account_id = $1`, [
    portals.casaCal.accountId,
  ])
}
const faults = (answer: unknown) =>
  Object.keys((answer as { error?: { fields?: object } }).error?.fields ?? {}).sort()

describe('billing information', () => {
  test.each<[string, InformationDraft, string[]]>([
    ['a person with a CIF', { ...person, taxId: 'B85905495' }, ['taxId']],
    ['a company with a NIF', { ...company, taxId: '12345678Z' }, ['taxId']],
    ['a company with an NIE', { ...company, taxId: 'X1234567L' }, ['taxId']],
    ['a person without surname', { ...person, firstSurname: '' }, ['firstSurname']],
    [
      'a person with a name in one',
      { ...person, givenName: null, legalName: 'Mar Casas' },
      ['givenName', 'legalName'],
    ],
    ['a company without name', { ...company, legalName: '' }, ['legalName']],
    ['another province', { ...person, province: 'Madrid' }, ['province']],
    ['no province', { ...person, province: 'Cataluña' }, ['province']],
    ['another territory', { ...person, territory: 'canaries' }, ['territory']],
    ['Navarre with our invoices', { ...person, postcode: '31001', province: 'Navarra' }, ['territory']],
    ['a company as an author', { ...company, supply: 'authorship' }, ['supply']],
    ['a company as a professional', { ...company, retention: 'professional' }, ['retention']],
    [
      'a beginner without year and notice',
      { ...person, retention: 'beginner' },
      ['retentionFile', 'retentionYear'],
    ],
    [
      'a beginner of long ago',
      { ...person, retention: 'beginner', retentionYear: year - 3, retentionFile: notice },
      ['retentionYear'],
    ],
    [
      'low income of last year',
      { ...person, retention: 'lowIncome', retentionYear: year - 1, retentionFile: notice },
      ['retentionYear'],
    ],
    ['since tomorrow', { ...person, since: `${year + 1}-12-31` }, ['since']],
  ])('%s is refused by its fields', async (_, draft, fields) => {
    expect(faults(await save(world.database, draft))).toEqual(fields)
    const [row] = await world.database.query(
      `select 1 from billing_information where tax_id = '12345678Z'`,
      [],
    )
    expect(row).toBeUndefined()
  })

  test('is taken where it agrees, and place and rate follow from it', async () => {
    const { database } = world
    expect(ok(await save(database, person))).toMatchObject({
      ...{ legalName: 'María del Mar Casas de la Cal', territory: 'peninsula', retentionBp: 0 },
    })
    const melilla = { ...person, postcode: '52001', province: 'Melilla', city: 'Melilla' }
    expect(ok(await save(database, { ...melilla, retention: 'professional' }))).toMatchObject({
      ...{ territory: 'ceutaMelilla', retentionBp: 600 },
    })
    const begun = { ...melilla, retention: 'beginner' as const, retentionYear: year, retentionFile: notice }
    expect(ok(await save(database, begun))).toMatchObject({ retentionBp: 280, retentionFileName: '036.pdf' })
    expect(ok(await save(database, { ...company, retention: 'imageRights' }))).toMatchObject({
      ...{ retentionBp: 2400, retentionYear: null, legalName: 'Casa Cal, S. L.', givenName: null },
    })
  })

  test('a name of several words keeps its surnames in Facturae', async () => {
    const { database } = world
    ok(await save(database, person))
    const owner = await as(database, 'demo')
    await accept(database)
    const pending = await pendingBill(database, portalId)
    const bill = ok(await owner.billing.approveBill({ billId: pending.id }, { version: pending.version }))
    const xml = (await documentOf(database, bill.id, 'facturae', 'es', 'demo')).toString()
    for (const part of ['Name>María del Mar<', 'FirstSurname>Casas<', 'SecondSurname>de la Cal<'])
      expect(xml).toContain(part)
  })

  test('a NIF of another account is taken, and bills wait until staff have looked at it', async () => {
    const { database } = world
    const [held] = await database.query<{ tax_id: string }>(
      'select tax_id from billing_information where account_id = $1',
      [portals.ninoLobo.accountId],
    )
    const taxId = held?.tax_id ?? ''
    expect(ok(await save(database, { ...person, taxId })).taxIdShared).toBe(true)
    const owner = await as(database, 'demo')
    const staff = await as(database, 'billing')
    const open = async () => ok(await staff.billing.getBilling({ portalId })).next
    const next = await open()
    const line = { type: 'Extra' as const, description: 'Cartel', amountCents: 1_000, reason: 'Acuerdo' }
    ok(await staff.billing.addLine({ billId: next?.id ?? '', ...line }))
    const waiting = await open()
    // The agreement that there was is of the NIF of before.
    expect(waiting?.blocked).toEqual(['agreementOfOther', 'taxIdShared'])
    const close = async () => {
      const bill = await open()
      return staff.billing.closeBill({ billId: bill?.id ?? '' }, { version: bill?.version ?? 0 })
    }
    expect(failureCode(await close())).toBe('billing.taxIdShared')
    expect(failureCode(await owner.billing.confirmTaxId({ portalId, taxId }))).toBe('forbidden')
    expect(failureCode(await staff.billing.confirmTaxId({ portalId, taxId: '12345678Z' }))).toBe(
      'billing.taxIdChanged',
    )
    expect(ok(await staff.billing.confirmTaxId({ portalId, taxId })).taxIdShared).toBe(false)
    // Whoever had it first waits to be looked at too.
    const first = { portalId: portals.ninoLobo.id }
    expect(ok(await staff.billing.getBilling(first)).next?.blocked).toEqual(['taxIdShared'])
    ok(await staff.billing.confirmTaxId({ ...first, taxId }))
    expect(ok(await staff.billing.getBilling(first)).next?.blocked).toEqual([])
    expect(ok(await close()).status).toBe('Pending')
  })

  test('another NIF begins another series, from its own first number', async () => {
    const { database } = world
    ok(await save(database, person))
    const owner = await as(database, 'demo')
    const numbers: (string | null)[] = []
    const [before] = await database.query<{ series: number }>(
      `select series from billing_information where account_id = $1`,
      [portals.casaCal.accountId],
    )
    const nth = before?.series ?? 0
    for (const draft of [person, { ...person, taxId: '00000019L' }]) {
      ok(await save(database, draft))
      await accept(database)
      const pending = await pendingBill(database, portalId)
      numbers.push(
        ok(await owner.billing.approveBill({ billId: pending.id }, { version: pending.version })).number,
      )
    }
    expect(numbers[0]).toMatch(new RegExp(`^CASACAL-${nth}-${year}-`))
    expect(numbers[1]).toBe(`CASACAL-${nth + 1}-${year}-00001`)
  })
})

test('what is withheld follows from kind, year and place', () => {
  const at = (retention: Parameters<typeof retentionBpOf>[0]['retention'], of: number, named = 2025) =>
    retentionBpOf({ retention, retentionYear: named, territory: 'peninsula' }, of)
  expect([2025, 2026, 2027, 2028].map((of) => at('beginner', of))).toEqual([700, 700, 700, 1500])
  expect([2025, 2026].map((of) => at('lowIncome', of))).toEqual([700, 1500])
  expect(retentionBpOf({ retention: 'beginner', retentionYear: 2025, territory: 'ceutaMelilla' }, 2028)).toBe(
    600,
  )
  expect(
    retentionBpOf({ retention: 'imageRights', retentionYear: null, territory: 'ceutaMelilla' }, 2026),
  ).toBe(2400)
  expect(retentionKindsOf('company')).toEqual(['none', 'capital', 'imageRights'])
})

test('a postcode says province and territory, in both languages of a province', () => {
  expect(['28012', '35002', '38001', '51001', '52006', '01001', '31001', '07001'].map(territoryOf)).toEqual([
    ...['peninsula', 'canaries', 'canaries', 'ceutaMelilla', 'ceutaMelilla'],
    ...['basqueNavarre', 'basqueNavarre', 'peninsula'],
  ])
  expect([territoryOf('53001'), territoryOf('2801'), territoryOf('00001')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  for (const [name, code] of [
    ['Gerona', '17001'],
    ['La Coruña', '15001'],
    ['Islas Baleares', '07001'],
    ['cadiz', '11003'],
  ] as const)
    expect([name, isProvinceOf(name, code)]).toEqual([name, true])
})
