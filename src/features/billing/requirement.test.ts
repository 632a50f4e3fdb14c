import { beforeEach, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { failureCode } from '#client.ts'
import { asService } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { portals } from '#testing/world/cast.ts'
import { keepService, todayOf } from './server/fiscal-mode.ts'
import { followModes } from './server/follow-modes.ts'
import { pendingBill } from './test-bills.ts'
import { certificatePassword as password, pkcs12 } from './test-certificate.ts'
import { schemaOf } from './test-schemas.ts'
import { verified } from './test-verified.ts'

/** What was kept without being sent is handed over when the agency asks for it. */

const world = testDatabase()
const lobo = portals.ninoLobo.id
const issuer = '54362315K'
const secret = Buffer.alloc(32, 7)
const day = todayOf(new Date())
const asked = { issuerTaxId: issuer, requirement: 'RGE26/000123 & 4', f: day, t: day, final: true }
const office = () => as(world.database, 'billing')
const broken = async (contents: string) =>
  sharedData('billing_es/README.md') ? (await validateXML(schemaOf('verifactu', contents))).errors : []

async function issued() {
  const pending = await pendingBill(world.database, lobo, 3_000)
  const artist = await as(world.database, 'artist')
  return ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
}

beforeEach(async () => {
  const chief = await as(world.database, 'super')
  ok(await chief.billing.setCertificate({ file: pkcs12(), password }))
})

test('what was sent is with the agency already; who has kept nothing hands nothing over', async () => {
  const { database } = world
  const chief = await as(database, 'super')
  const staff = await office()
  await database.transaction(asService('job'), (tx) => keepService(tx, true))
  ok(await chief.billing.setFiscalMode({ issuerTaxId: issuer, mode: 'sending', from: day }))
  await issued()
  expect(failureCode(await staff.billing.answerRequirement(asked))).toBe('billing.fiscal.nothingToExport')
  expect(failureCode(await (await as(database, 'artist')).billing.answerRequirement(asked))).toBe('forbidden')
  const turned = await staff.billing.answerRequirement({ ...asked, f: day, t: '2020-01-01' })
  expect(turned).toMatchObject({ error: { fields: { t: expect.any(String) } } })
  ok(await chief.billing.setFiscalMode({ issuerTaxId: issuer, mode: null, from: day }))
})

test('signed ones hold against the schema and their signatures where they stand; the log and the activity say so', async () => {
  const { database } = world
  const chief = await as(database, 'super')
  const staff = await office()
  const unsigned = await issued()
  ok(await chief.billing.setFiscalMode({ issuerTaxId: issuer, mode: 'signed', from: day }))
  const bill = await issued()
  expect(failureCode(await staff.billing.answerRequirement(asked))).toBe('billing.fiscal.signingSoon')
  await followModes(database, { secret, now: new Date() })
  const { files, ...rest } = ok(await staff.billing.answerRequirement(asked))
  expect(rest).toEqual({ count: 2, unsigned: 1 })
  const [file] = files
  expect(files).toHaveLength(1)
  expect(file?.name).toBe(`${issuer}-requerimiento-${day}-${day}.xml`)
  const content = file?.content ?? ''
  expect(await broken(content)).toEqual([])
  expect(content).toContain('<RefRequerimiento>RGE26/000123 &amp; 4</RefRequerimiento>')
  expect(content).toContain('<FinRequerimiento>S</FinRequerimiento>')
  expect(content).not.toContain('Incidencia')
  for (const { number } of [unsigned, bill]) expect(content).toContain(`NumSerieFactura>${number}<`)
  // In canonical form an empty default namespace is not written where nothing around it has one (Canonical XML 1.0, 2.3).
  const inPlace = content.match(/<sum1:RegistroAlta.*?<\/sum1:RegistroAlta>/gs)?.[1] ?? ''
  expect(inPlace).toContain('<sum1:RegistroAlta xmlns="" xmlns:sum1=')
  const signed = inPlace.replace(' xmlns=""', '')
  expect(await verified(signed)).toBe(true)
  expect(await verified(signed.replace('30.00', '31.00'))).toBe(false)

  const events = ok(await staff.billing.listFiscalEvents({ issuerTaxId: issuer })).items
  expect(events[0]?.type).toBe('08')
  ok(await chief.billing.setFiscalMode({ issuerTaxId: issuer, mode: null, from: day }))
  const [told] = await database.query<{ after: object }>(
    "select after from activity where action = 'billing.answerRequirement'",
  )
  expect(told?.after).toMatchObject({ requirement: asked.requirement, count: 2, unsigned: 1, files: 1 })
})

test('a file for each thousand, of which the last says that it is the end', async () => {
  const bill = await issued()
  await world.database.query(
    `insert into fiscal_record (issuer_tax_id, sequence, bill_id, kind, number, issued_on, input, hash, previous_hash, generated_at)
      select issuer_tax_id, sequence + n, bill_id, kind, number || '-' || n, issued_on, input, hash, previous_hash, generated_at
      from fiscal_record, generate_series(1, 1100) n where bill_id = $1`,
    [bill.id],
  )
  const staff = await office()
  const answered = async (final: boolean) => {
    const { files } = ok(await staff.billing.answerRequirement({ ...asked, final }))
    expect(files.map(({ content }) => content.split('<RegistroFactura>').length - 1)).toEqual([1_000, 103])
    return files
  }
  const files = await answered(true)
  const ends = (all: typeof files) => all.map(({ content }) => /<FinRequerimiento>(.)/.exec(content)?.[1])
  expect(files.map(({ name }) => name.slice(-6))).toEqual(['-1.xml', '-2.xml'])
  expect(ends(files)).toEqual(['N', 'S'])
  for (const { content } of files) expect(await broken(content)).toEqual([])
  // Other days of the same requirement follow.
  expect(ends(await answered(false))).toEqual(['N', 'N'])
})
