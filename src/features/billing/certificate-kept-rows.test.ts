import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { why } from '#testing/why.ts'
import { deleteCertificate, getCertificate, setCertificate, signingPair } from './server/certificate.ts'
import { certificatePassword as password, pkcs12 } from './test-certificate.ts'

/** Which certificate is taken to sign with, from its first moment to its last, and whose it is kept as. */

const world = testDatabase()
const secret = Buffer.alloc(32, 7)
const present = new Date()
const query = (text: string, values: unknown[] = []) => world.database.query(text, values as never[])
const provider = { legalName: 'Trastienda', taxId: 'B58378431', postcode: '28001' }
const providedBy = (taxId: string | null) =>
  taxId === null
    ? query(`delete from setting where key = 'billing.provider'`)
    : query(
        `insert into setting (key, value) values ('billing.provider', $1) on conflict (key) do update set value = excluded.value`,
        [JSON.stringify({ ...provider, taxId })],
      )
type Wish = Parameters<typeof setCertificate>[1]
const set = (wish: Partial<Wish> & { file: string }, now = present) =>
  inTrial(world.database, (tx) =>
    setCertificate(tx, { password, confirmed: false, ...wish }, { secret, now }),
  )
const get = (now = present) => inTrial(world.database, (tx) => getCertificate(tx, now))
const keptOf = async () => {
  const [row] = await world.database.query<{ value: string }>(
    `select value from setting where key = 'billing.certificate'`,
  )
  return row && (JSON.parse(row.value) as Record<string, string>)
}

test('it is the provider’s, within its time, and opened by its password', async () => {
  await providedBy('B58378431')
  const file = pkcs12()
  expect(await get()).toBeNull()
  const remove = (now = present) => inTrial(world.database, (tx) => deleteCertificate(tx, now))
  expect(await why(remove())).toBe('billing.certificateMissing')
  expect(await why(set({ file, password: 'otra' }))).toEqual(['password billing.certificatePassword'])
  expect(await why(set({ file: Buffer.from('no').toString('base64') }))).toEqual([
    'file billing.certificateUnreadable',
  ])
  const ofCurve = readFileSync(new URL('ec-key.p12', import.meta.url)).toString('base64')
  expect(await why(set({ file: ofCurve }))).toEqual(['file billing.certificateNotRsa'])
  const said = await set({ file })
  expect(said).toEqual({
    ...{ state: 'valid', issuer: said.subject, validFrom: said.validFrom, validTo: said.validTo },
    subject: expect.stringMatching(/^CN=Firma de Trastienda, .*C=ES$/),
  })
  expect(await get()).toEqual(said)
  const kept = await keptOf()
  expect(kept).toMatchObject({ taxId: 'B58378431', subject: said.subject, validTo: said.validTo })
  expect(JSON.stringify(kept)).not.toContain('PRIVATE')
  const pair = await inTrial(world.database, (tx) => signingPair(tx, secret, present))
  expect(pair).toMatchObject({ certificate: expect.any(String) })
  // From the second in which it begins until before the one in which it ends.
  const [from, to] = [Date.parse(said.validFrom), Date.parse(said.validTo)]
  expect(await why(set({ file }, new Date(from - 1)))).toEqual(['file billing.certificateLater'])
  expect((await set({ file }, new Date(from))).state).toBe('valid')
  expect((await set({ file }, new Date(to - 1))).state).toBe('soon')
  expect(await why(set({ file }, new Date(to)))).toEqual(['file billing.certificateExpired'])
  await providedBy('B66666666')
  expect((await get())?.state).toBe('ofOther')
  await expect(set({ file }, new Date(to))).rejects.toMatchObject({
    fields: {
      file: {
        code: 'billing.certificateOfOther',
        params: { holder: 'B58378431', taxId: 'B66666666' },
      },
    },
  })
  // While nobody provides it is of whom it names.
  await providedBy(null)
  expect((await set({ file })).state).toBe('valid')
  expect((await keptOf())?.taxId).toBe('B58378431')
  expect((await remove(new Date(to))).state).toBe('expired')
  expect(await get()).toBeNull()
})

test('one that names nobody is of who provides where somebody says so', async () => {
  await providedBy('B58378431')
  const file = pkcs12({ unnamed: true })
  expect(await why(set({ file }))).toEqual(['confirmed billing.certificateUnnamed'])
  expect(await set({ file, confirmed: true })).toMatchObject({ state: 'valid' })
  expect((await keptOf())?.taxId).toBe('B58378431')
  await providedBy(null)
  await set({ file, confirmed: true })
  expect(await keptOf()).not.toHaveProperty('taxId')
  await providedBy('B66666666')
  expect((await get())?.state).toBe('valid')
  await query(`delete from setting where key = 'billing.certificate'`)
})
