import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PortalScope } from '#platform/actor.ts'
import type { FileStore } from '#platform/files.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putAgreement, putBill, putEntries, putInformation } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { demoPassword, people } from '#testing/world/cast.ts'
import type { InformationDraft } from './information-contract.ts'
import { shareByFile } from './server/split-table.ts'
import { billLine } from './server/table.ts'
import { updateInformation } from './server/write-information.ts'

/** What is kept of what an account says about itself, what of before is kept beside it, and what is refused. */

const world = testDatabase()
// It is the eleventh of July in Madrid.
const now = new Date('2026-07-10T22:30:00Z')
const [iban, other] = ['ES9121000418450200051332', 'ES7921000813610123456789']
const kept = new Map<string, Uint8Array>()
const files = { put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes) } as FileStore
const query = <R extends object>(text: string, values: unknown[]) =>
  world.database.query<R>(text, values as never[])

let [accountId, portalId] = ['', '']
beforeEach(async () => {
  kept.clear()
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  await query(`insert into member (portal_id, person_id, role) values ($1, $2, 'Owner')`, [
    ...[portalId, people.artist.id],
  ])
  await world.database.query('delete from mail')
})

const person: InformationDraft = {
  ...{ kind: 'person', givenName: 'Ana', firstSurname: 'Río', secondSurname: 'Mar', taxId: '12345678Z' },
  ...{ street: 'Calle 2', postcode: '08001', city: 'Barcelona', province: 'barcelona' },
  ...{ holder: 'Ana R.', email: 'ana@example.com', retention: 'professional', iban: other },
  password: demoPassword,
}
const company: InformationDraft = {
  ...{
    kind: 'company',
    legalName: 'Sello, S. L.',
    givenName: 'Ana',
    firstSurname: 'Río',
    secondSurname: 'Mar',
  },
  ...{ taxId: 'B85905495', street: 'Calle 2', postcode: '08001', city: 'Barcelona', province: 'Barcelona' },
  ...{ holder: 'Sello', email: 'sello@example.com', retention: 'none' },
}
const say = (draft: InformationDraft, { staff = false, at = now } = {}) =>
  inTrial(world.database, (tx) =>
    updateInformation(tx, { id: portalId, accountId, master: true } as PortalScope, draft, {
      ...{ actorId: people.artist.id, now: at, appOrigin: 'https://b.test', files, staff },
    }),
  )
const refused = (draft: InformationDraft, more: Parameters<typeof say>[1] = {}) => why(say(draft, more))
const without = ({ password: _, iban: _i, ...draft }: InformationDraft) => draft
const read = async () => {
  const [row] = await query<Record<string, unknown>>(
    `select to_jsonb(i) - 'updated_at' as row from billing_information i where account_id = $1`,
    [accountId],
  )
  return row?.row as Record<string, unknown>
}
const past = () =>
  query<{ since: string | null; information: Record<string, unknown>; at: Date }>(
    'select since::text, information, at from billing_information_past where account_id = $1 order by at',
    [accountId],
  )
const mails = async () =>
  (await world.database.query<{ kind: string; to: string }>('select kind, "to" from mail order by id')).map(
    ({ kind, to }) => `${kind} ${to}`,
  )

/** What is told of a person in Barcelona who has said it all at once. */
const whole = () => ({
  ...{ account_id: accountId, legal_name: 'Ana Río Mar', given_name: 'Ana', first_surname: 'Río' },
  ...{ second_surname: 'Mar', kind: 'person', tax_id: '12345678Z', tax_id_shared: false, series: 1 },
  ...{ tax_id_confirmed: false, street: 'Calle 2', postcode: '08001', city: 'Barcelona' },
  ...{ province: 'Barcelona', iban: other, holder: 'Ana R.', territory: 'peninsula', supply: 'services' },
  ...{ since: null, retention: 'professional', retention_year: null, retention_bp: 1_500 },
  ...{ retention_reason: null, retention_file: null, retention_file_name: null, email: 'ana@example.com' },
  ...{ settlement_bp: 10_000, iban_held_until: null, refused_iban: null, refused_ibans: [] },
  ...{ payout_minimum_cents: 0, version: 2 },
})

describe('what is said for the first time', () => {
  test('of a person is kept whole; their first account number holds no payment and is no alarm', async () => {
    await say({ ...person, taxId: '12.345.678-z', legalName: 'Ana Río Mar', retentionReason: '' })
    expect(await read()).toEqual(whole())
    expect(await past()).toEqual([])
    expect(await mails()).toEqual([])
  })

  test('of a company has its own name and no parts of one, and what it supplies are services', async () => {
    await query('update portal set self_invoice = false where id = $1', [portalId])
    await say({
      ...{ ...company, iban: 'iban es91 2100 0418 4502 0005 1332', password: demoPassword },
      ...{ retentionReason: 'Certificado', supply: 'services', postcode: '20001', province: 'Guipúzcoa' },
    })
    expect(await read()).toEqual({
      ...{ ...whole(), legal_name: 'Sello, S. L.', given_name: null, first_surname: null },
      ...{ second_surname: null, kind: 'company', tax_id: 'B85905495', postcode: '20001', iban },
      ...{ province: 'Gipuzkoa', territory: 'basqueNavarre', retention: 'none', retention_bp: 0 },
      ...{ retention_reason: 'Certificado', holder: 'Sello', email: 'sello@example.com' },
    })
  })

  test('needs an account number and a number that is a NIF, each said by its field', async () => {
    expect(await refused(without(person))).toEqual(['iban validation.required'])
    expect(await refused({ ...person, iban: '' })).toEqual(['iban validation.required'])
    expect(await refused({ ...person, iban: 'ES00' })).toEqual(['iban billing.iban'])
    expect(await refused({ ...person, taxId: '12345678A' })).toEqual(['taxId billing.taxId'])
    expect(await refused({ ...person, taxId: '' })).toEqual(['taxId billing.taxId'])
    expect(await refused({ ...person, password: '' })).toEqual(['password billing.passwordForIban'])
    expect(await refused({ ...person, password: 'no' })).toEqual(['password account.wrongPassword'])
    const { password: _, ...unsaid } = person
    expect(await refused(unsaid)).toEqual(['password billing.passwordForIban'])
    const [{ taxId } = { taxId: '' }] = await query<{ taxId: string }>(
      `select value::jsonb->>'taxId' as "taxId" from setting where key = 'billing.provider'`,
      [],
    )
    expect(await refused({ ...company, iban, password: demoPassword, taxId })).toEqual([
      'taxId billing.taxIdOfProvider',
    ])
    // Whose the number is says what may be withheld, though it is none.
    const joint = { ...company, iban, password: demoPassword, retention: 'professional' as const }
    expect(await refused({ ...joint, taxId: 'E12345678' })).toEqual(['taxId billing.taxId'])
    expect(await refused({ ...joint, taxId: 'B12345678' })).toEqual([
      ...['retention billing.retentionOfPerson', 'taxId billing.taxId'],
    ])
    expect(await read()).toBeUndefined()
  })
})

describe('another account number', () => {
  beforeEach(async () => {
    await say({ ...person, iban })
    await world.database.query('delete from mail')
  })

  test('holds payments for 48 hours and is mailed to the Owners; the same in other signs is none', async () => {
    const { password: _, ...unsaid } = person
    await say({ ...unsaid, iban: 'es91 2100 0418 4502 0005 1332' })
    await say(without(person))
    expect(await read()).toMatchObject({ iban, iban_held_until: null, version: 4 })
    expect(await mails()).toEqual([])
    expect(await refused({ ...unsaid, iban: other })).toEqual(['password billing.passwordForIban'])
    expect(await refused({ ...unsaid, iban: 'X' })).toEqual(['iban billing.iban'])
    await say(person)
    const row = await read()
    expect(row).toMatchObject({ iban: other, version: 5 })
    expect(new Date(String(row.iban_held_until)).toISOString()).toBe('2026-07-12T22:30:00.000Z')
    expect(await mails()).toEqual([`billing.iban ${people.artist.email}`])
    await say(without({ ...person, holder: 'Otra' }))
    expect(await read()).toMatchObject({ holder: 'Otra', iban_held_until: row.iban_held_until })
  })
})

describe('a notice', () => {
  const pdf = (bytes: number, begins = '%PDF-') => ({
    name: '036.pdf',
    content: Buffer.concat([Buffer.from(begins), Buffer.alloc(bytes - begins.length, 1)]).toString('base64'),
  })
  const begun: InformationDraft = { ...person, retention: 'beginner', retentionYear: 2025 }

  test('is a PDF of 2 MB at most, kept under a name of its own, and gone where nothing is withheld', async () => {
    const most = 2 * 1024 * 1024
    const file = async (retentionFile: InformationDraft['retentionFile']) =>
      await refused({ ...begun, ...(retentionFile ? { retentionFile } : {}) })
    expect(await file(pdf(9, '%PDX-'))).toEqual(['retentionFile billing.notPdf'])
    expect(await file(pdf(most + 1))).toEqual(['retentionFile billing.pdfTooLarge'])
    expect(await file(undefined)).toEqual(['retentionFile billing.noticeMissing'])
    expect(kept.size).toBe(0)
    expect(await file(pdf(most))).toBe('done')
    const [[key, bytes] = ['', new Uint8Array()]] = kept
    expect(key).toMatch(/^[\da-f-]{36}\.retention$/)
    expect(bytes).toHaveLength(most)
    const named = { retention_file: key, retention_file_name: '036.pdf' }
    expect(await read()).toMatchObject({ ...named, retention_year: 2025, retention_bp: 700 })
    // Shown once it stays, also where the rate is another's; a year stands only where one is asked for.
    expect(await refused(without(begun))).toBe('done')
    expect(await refused(without({ ...person, retentionYear: 2025 }))).toBe('done')
    expect(await read()).toMatchObject({ ...named, retention_year: null, retention_bp: 1_500 })
    expect(await refused(without({ ...person, retention: 'none', retentionReason: 'Exenta' }))).toBe('done')
    expect(await read()).toMatchObject({
      ...{ retention_file: null, retention_file_name: null, retention_bp: 0, retention_reason: 'Exenta' },
    })
    expect(kept.size).toBe(1)
  })

  test('counts its years by those of Madrid', async () => {
    const newYear = { at: new Date('2026-12-31T23:30:00Z') }
    const retentionFile = pdf(9)
    const low: InformationDraft = { ...person, retention: 'lowIncome', retentionYear: 2026, retentionFile }
    expect(await refused(low, newYear)).toEqual(['retentionYear billing.retentionYear'])
    expect(await refused({ ...low, retentionYear: 2027 }, newYear)).toBe('done')
    expect(await read()).toMatchObject({ retention_year: 2027, retention_bp: 700 })
  })
})

describe('what bills are taxed by', () => {
  const stored = (row: object = {}) =>
    putInformation(world.database, {
      ...{ accountId, taxId: '12345678Z', kind: 'person', legalName: 'Ana Río Mar', iban: other },
      ...{ givenName: 'Ana', firstSurname: 'Río', secondSurname: 'Mar', retention: 'professional' },
      ...{ since: '2026-01-01', postcode: '08001', city: 'Barcelona', province: 'Barcelona' },
      ...row,
    })
  const again = without(person)
  const canaries = { ...again, postcode: '35001', city: 'Las Palmas', province: 'Las Palmas' }

  test('is kept as it was beside what is said now, from the day that is said or from today on', async () => {
    await stored()
    await say(again)
    expect(await read()).toMatchObject({ since: '2026-01-01', series: 1 })
    await say({ ...again, since: '2026-02-01' })
    expect(await read()).toMatchObject({ since: '2026-02-01', series: 1 })
    await say({ ...again, since: null })
    expect(await read()).toMatchObject({ since: '2026-02-01', series: 1 })
    expect(await past()).toEqual([])
    await say({ ...canaries, since: '2026-03-01' })
    expect(await read()).toMatchObject({ since: '2026-03-01', series: 1, territory: 'canaries' })
    await say({ ...canaries, supply: 'authorship' })
    expect(await read()).toMatchObject({ since: '2026-07-11', series: 1, supply: 'authorship' })
    // Left out, what is supplied stays as it is; of a company it is services.
    await say(canaries)
    expect(await read()).toMatchObject({ since: '2026-07-11', supply: 'authorship' })
    const found = await past()
    expect(found.map(({ since, information }) => [since, information.territory, information.supply])).toEqual(
      [
        ['2026-02-01', 'peninsula', 'services'],
        ['2026-03-01', 'canaries', 'services'],
      ],
    )
    expect(found[0]?.information).toMatchObject({
      ...{ legalName: 'Ana Río Mar', taxId: '12345678Z', iban: other, retention: 'professional', series: 1 },
      ...{ street: 'Calle 2', holder: 'Ana R.', kind: 'person' },
    })
    expect(found[0]?.information).not.toHaveProperty('since')
    expect(found[0]?.at).toEqual(now)
    await say({ ...company, postcode: '35001', province: 'Las Palmas' })
    expect(await read()).toMatchObject({ kind: 'company', supply: 'services', since: '2026-07-11' })
  })

  test('of somebody else begins another series, and with it nobody has consented to anything', async () => {
    const payer = (await putAccount(world.database, 'Sello')).accountId
    const consent = () =>
      inTrial(world.database, (tx) =>
        tx.insert(shareByFile).values({ accountId, payerId: payer }).onConflictDoNothing(),
      )
    const consents = async () =>
      (await query('select from share_by_file where account_id = $1', [accountId])).length
    await stored({ series: 3, taxIdConfirmed: true })
    await consent()
    await say(canaries)
    expect(await consents()).toBe(1)
    expect(await read()).toMatchObject({ series: 3, tax_id_confirmed: true })
    await say({ ...canaries, taxId: '00000000T' })
    expect(await consents()).toBe(0)
    expect(await read()).toMatchObject({ series: 4, tax_id: '00000000T', tax_id_confirmed: false })
    await consent()
    await say({ ...company, postcode: '35001', province: 'Las Palmas' })
    expect(await consents()).toBe(0)
    expect(await read()).toMatchObject({ series: 5, tax_id: 'B85905495', kind: 'company' })
  })

  test('of somebody else leaves what was carried forward to who had the account before', async () => {
    await stored()
    const [item, later] = [v7(), v7()]
    for (const [itemId, reference, amountCents] of [
      [item, '2026-05', -500],
      [later, '2026-06', -70],
    ] as const)
      await putEntries(world.database, [
        {
          ...{ accountId, itemId, reference, amountCents, from: 'carried', to: 'accrued', reason: 'carried' },
          ...{ type: 'Adjustment', month: '2026-06-01' },
        },
      ])
    const open = async () =>
      (
        await query<{ month: string; cents: number }>(
          `select month::text, sum(case when "to" = 'accrued' then amount_cents else -amount_cents end)::int as cents
            from ledger_entry where account_id = $1 and 'accrued' in ("from", "to") group by 1 order by 1`,
          [accountId],
        )
      ).map(({ month, cents }) => `${month} ${cents}`)
    await say({ ...canaries, since: '2026-06-01' })
    expect(await open()).toEqual(['2026-06-01 -570'])
    await say({ ...canaries, taxId: '00000000T', since: '2026-06-01' })
    expect(await open()).toEqual(['2026-05-01 -500', '2026-06-01 -70'])
  })

  test('changes nothing of what was presented of months that are over, but for staff', async () => {
    await putAgreement(world.database, accountId)
    const presented = async (month: string, row: object = {}) => {
      const billId = await putBill(world.database, {
        ...{ accountId, status: 'Pending', period: month, selfInvoice: true, closedAt: now, ...row },
      })
      await inTrial(world.database, (tx) =>
        tx.insert(billLine).values({
          ...{ billId, position: 0, accountId, type: 'Extra', month, taxBp: 2_100, amountCents: 100 },
        }),
      )
    }
    await presented('2026-05-01')
    await presented('2026-06-01', { correctsId: v7() })
    await presented('2026-07-01')
    const fault = ['since billing.sincePresented']
    const fresh = async (row: object, draft: InformationDraft, more: Parameters<typeof say>[1] = {}) => {
      await query('delete from billing_information where account_id = $1', [accountId])
      await stored(row)
      return await refused(draft, more)
    }
    const at = (since: string, draft = again): InformationDraft => ({ ...draft, since })
    // Something else from a day of May on.
    expect(await fresh({}, at('2026-05-31', canaries))).toEqual(fault)
    expect(await fresh({}, at('2026-05-31', { ...again, taxId: '00000000T' }))).toEqual(fault)
    expect(await fresh({}, at('2026-05-31', { ...again, supply: 'authorship' }))).toEqual(fault)
    await expect(say(at('2026-05-31', canaries))).rejects.toMatchObject({
      fields: { since: { params: { day: '2026-06-01' } } },
    })
    // The same as it was, from another day: both days decide.
    expect(await fresh({ since: '2026-04-01' }, at('2026-07-01'))).toEqual(fault)
    expect(await fresh({ since: '2026-07-01' }, at('2026-05-31'))).toEqual(fault)
    expect(await fresh({ since: '2026-07-01' }, at('2026-08-01'))).toEqual(['since dates.tooLate'])
    for (const [row, draft] of [
      [{}, at('2026-06-01', canaries)],
      [{ since: '2026-06-01' }, at('2026-07-01')],
      [{ since: '2026-07-01' }, at('2026-06-01')],
      [{ since: '2026-02-01' }, at('2026-02-01')],
      [{ since: null }, at('2026-02-01')],
      [{}, canaries],
    ] as const)
      expect(await fresh(row, draft)).toBe('done')
    expect(await fresh({}, at('2026-05-31', canaries), { staff: true })).toBe('done')
  })

  test('and a NIF that another account has waits to be looked at', async () => {
    await stored()
    const second = (await putAccount(world.database, 'Segunda')).accountId
    await putInformation(world.database, { accountId: second, taxId: '00000000T', kind: 'person' })
    await say({ ...again, taxId: '00000000T' })
    expect(await read()).toMatchObject({ tax_id_shared: true })
    await say({ ...again, taxId: '00000000T', holder: 'Otra' })
    expect(await read()).toMatchObject({ tax_id_shared: true, holder: 'Otra' })
    await say({ ...again, taxId: 'X0000000T' })
    expect(await read()).toMatchObject({ tax_id_shared: false })
  })
})
