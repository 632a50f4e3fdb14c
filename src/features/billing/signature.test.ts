import { createHash, X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { failureCode } from '#client.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { people, portals } from '#testing/world/cast.ts'
import { pendingBill } from './test-bills.ts'
import { certificatePassword as password, pkcs12 } from './test-certificate.ts'
import { schemaOf } from './test-schemas.ts'
import { verified } from './test-verified.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id

const boss = () => as(world.database, 'super')
const fieldsOf = (answer: unknown) =>
  Object.keys((answer as { error?: { fields?: object } }).error?.fields ?? {})

async function issued() {
  const { id, version } = await pendingBill(world.database, portalId)
  const artist = await as(world.database, 'artist')
  return ok(await artist.billing.approveBill({ billId: id }, { version }))
}

describe('a signing certificate', () => {
  test('is taken with its password, shown without its key, and only by super staff', async () => {
    const api = await boss()
    const file = pkcs12()
    expect(fieldsOf(await api.billing.setCertificate({ file, password: 'otra' }))).toEqual(['password'])
    const broken = Buffer.from('not a certificate').toString('base64')
    expect(fieldsOf(await api.billing.setCertificate({ file: broken, password }))).toEqual(['file'])
    const weak = await api.billing.setCertificate({ file: pkcs12({ bits: 1024 }), password })
    expect(weak).toMatchObject({ error: { fields: { file: expect.stringContaining('2048') } } })
    const over = pkcs12({ from: -9, days: -1 })
    expect(fieldsOf(await api.billing.setCertificate({ file: over, password }))).toEqual(['file'])
    expect(ok(await api.billing.getCertificate({})).certificate).toBeNull()
    const staff = await as(world.database, 'billing')
    expect(failureCode(await staff.billing.setCertificate({ file, password }))).toBe('forbidden')
    const said = ok(await api.billing.setCertificate({ file, password }))
    expect(said).toMatchObject({ state: 'valid', subject: expect.stringContaining('Firma de Trastienda') })
    expect(ok(await staff.billing.getCertificate({})).certificate).toEqual(said)
    const kept = JSON.stringify(
      await world.database.query('select * from setting union all select action, after::text from activity'),
    )
    expect(kept).not.toContain('PRIVATE KEY')
    expect(kept).not.toContain(password)
    const soon = pkcs12({ days: 20, algorithm: '3des' })
    expect(ok(await api.billing.setCertificate({ file: soon, password }))).toMatchObject({ state: 'soon' })
  })

  test('of somebody else is refused by its field, whichever way it names its holder', async () => {
    const api = await boss()
    const before = ok(await api.billing.getCertificate({})).certificate
    const { taxId } = ok(await api.billing.getProvider({}))
    for (const named of [
      { serialNumber: 'IDCES-00000014Z' },
      { serialNumber: 'B66666666' },
      { serialNumber: `IDCES-${taxId}`, organizationIdentifier: 'VATES-B66666666' },
    ]) {
      const answer = await api.billing.setCertificate({ file: pkcs12(named), password })
      expect(answer).toMatchObject({ error: { fields: { file: expect.stringContaining(taxId) } } })
    }
    expect(ok(await api.billing.getCertificate({})).certificate).toEqual(before)
    // Whoever signs for a company has a number of their own beside the company's.
    for (const named of [
      { serialNumber: 'IDCES-00000014Z', organizationIdentifier: `VATES-${taxId}` },
      { serialNumber: taxId },
    ])
      expect(ok(await api.billing.setCertificate({ file: pkcs12(named), password })).state).toBe('valid')
  })

  test('that names no number asks whose it is, and is the one of who then provided', async () => {
    const api = await boss()
    ok(await api.billing.setCertificate({ file: pkcs12(), password }))
    const file = pkcs12({ unnamed: true })
    const before = ok(await api.billing.getCertificate({})).certificate
    expect(fieldsOf(await api.billing.setCertificate({ file, password }))).toEqual(['confirmed'])
    expect(ok(await api.billing.getCertificate({})).certificate).toEqual(before)
    expect(ok(await api.billing.setCertificate({ file, password, confirmed: true })).state).toBe('valid')
    // To say so makes nobody else's theirs.
    const other = pkcs12({ serialNumber: 'B66666666' })
    expect(fieldsOf(await api.billing.setCertificate({ file: other, password, confirmed: true }))).toEqual([
      'file',
    ])
  })

  test.each([{ unnamed: true }, {}])(
    '%o signs nothing once its provider has another number',
    async (named) => {
      const api = await boss()
      ok(await api.billing.setCertificate({ file: pkcs12(named), password, confirmed: true }))
      const bill = await issued()
      const wish = { billId: bill.id, format: 'xsig' as const }
      const signable = async () => ok(await api.billing.getBill({ billId: bill.id })).signable
      const { ibanMasked: _, ...provider } = ok(await api.billing.getProvider({}))
      const renamed = async (taxId: string) => ok(await api.billing.setProvider({ ...provider, taxId }))
      expect(await signable()).toBe(true)
      await renamed('B66666660')
      expect(ok(await api.billing.getCertificate({})).certificate?.state).toBe('ofOther')
      expect(await signable()).toBe(false)
      expect(failureCode(await api.billing.getBillDocument(wish))).toBe('billing.certificateNotTheirs')
      const from = todayPlus(new Date())
      expect(fieldsOf(await api.billing.setFiscalMode({ mode: 'signed', from }))).toContain('mode')
      await renamed(provider.taxId)
      expect(await signable()).toBe(true)
    },
  )

  test('that ends signs nothing, and without one nothing is signed', async () => {
    const api = await boss()
    ok(await api.billing.setCertificate({ file: pkcs12(), password }))
    const bill = await issued()
    expect(bill.signable).toBe(true)
    await world.database.query(
      `update setting set value = jsonb_set(value::jsonb, '{validTo}', '"2026-01-01T00:00:00.000Z"')::text
      where key = 'billing.certificate'`,
    )
    const wish = { billId: bill.id, format: 'xsig' as const }
    expect(ok(await api.billing.getBill({ billId: bill.id })).signable).toBe(false)
    expect(failureCode(await api.billing.getBillDocument(wish))).toBe('billing.certificateExpired')
    expect(await api.billing.deleteCertificate({})).toBeNull()
    expect(failureCode(await api.billing.getBillDocument(wish))).toBe('billing.certificateMissing')
    expect(failureCode(await api.billing.deleteCertificate({}))).toBe('billing.certificateMissing')
  })
})

test('a signed invoice is one that others verify, and a changed one is not', async () => {
  const api = await boss()
  ok(await api.billing.setCertificate({ file: pkcs12(), password }))
  const bill = await issued()
  const path = `/bill/${bill.id}/document?format=xsig`
  const file = await fileFor(world.database, people.artist.id, path)
  expect(file.headers.get('content-disposition')).toContain(`${bill.number}.xsig`)
  const xml = await file.text()
  expect(await verified(xml)).toBe(true)
  // The policy, who signs, and the certificate's own digest.
  expect(xml).toContain('<ds:DigestValue>Ohixl6upD6av8N7pEvDABhEL6hM=</ds:DigestValue>')
  expect(xml).toContain('<xades:ClaimedRole>customer</xades:ClaimedRole>')
  const der = Buffer.from(/<ds:X509Certificate>(.*?)</.exec(xml)?.[1] ?? '', 'base64')
  expect(new X509Certificate(der).subject).toContain('Trastienda')
  expect(xml).toContain(createHash('sha256').update(der).digest('base64'))
  // One cent more, another day of signing, another certificate named.
  const total = /<InvoiceTotal>(.*?)</.exec(xml)?.[1] ?? ''
  const more = (Number(total) + 0.01).toFixed(2)
  for (const changed of [
    xml.replace(`<InvoiceTotal>${total}`, `<InvoiceTotal>${more}`),
    xml.replace(/<xades:SigningTime>\d/, '<xades:SigningTime>1'),
    xml.replace('<xades:ClaimedRole>customer', '<xades:ClaimedRole>supplier'),
    xml.replace(/<ds:Modulus>./, (found) => `${found.slice(0, -1)}${found.endsWith('A') ? 'B' : 'A'}`),
  ]) {
    expect(changed).not.toBe(xml)
    expect(await verified(changed)).toBe(false)
  }
  if (sharedData('README.md') || sharedData('billing_es/facturae/Facturaev3_2_2.local.xsd'))
    expect((await validateXML(schemaOf('facturae', xml))).errors).toEqual([])
})
