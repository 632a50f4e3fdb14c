import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { needsReason, retentionKindsOf, withheldTaxOf } from './retention.ts'
import { lettersOfSocieties, payeeOf } from './tax-id-letters.ts'
import { documentOf, issue } from './test-taxes.ts'

const world = testDatabase()
const { id: portalId, accountId } = portals.ninoLobo

test('a body whose income is its members’ is withheld from as they would be, by income tax', () => {
  const of = (taxId: string) => ({ kind: 'company' as const, taxId })
  expect('ABCDEFGHJNPQRSUVW'.split('').filter((letter) => payeeOf(of(`${letter}1`)) === 'entity')).toEqual([
    ...['E', 'H', 'J'],
  ])
  expect([withheldTaxOf(of('e12345674')), withheldTaxOf(of('B12345674'))]).toEqual(['IRPF', 'IS'])
  expect(retentionKindsOf('entity')).toEqual(
    expect.arrayContaining(['professional', 'beginner', 'intellectualProperty']),
  )
  expect(retentionKindsOf('company')).not.toContain('professional')
  expect([needsReason('entity', 'none'), needsReason('company', 'none')]).toEqual([true, false])
  expect(lettersOfSocieties.split('').sort().join('')).toBe('ABCDFGPQRSUV')
})

async function say(rest: Record<string, unknown>) {
  const owner = await as(world.database, 'artist')
  const { version, ...of } = ok(await owner.billing.getBillingInformation({ portalId }))
  return owner.billing.updateBillingInformation({ ...of, retentionReason: '', portalId, ...rest } as never, {
    version,
  })
}
const body = { kind: 'company', legalName: 'Hermanos Gil, C. B.', taxId: 'E12345674', supply: 'services' }

test('a community of goods is withheld from, on every paper, and obliged with persons', async () => {
  const { database } = world
  const refused = { error: { fields: { retentionReason: expect.any(String) } } }
  expect(await say({ ...body, retention: 'none' })).toMatchObject(refused)
  expect(await say({ retention: 'none' })).toMatchObject(refused)
  ok(await say({ ...body, retention: 'professional' }))
  await database.query(
    `insert into billing_agreement (id, account_id, text_version, text_hash, tax_id, series, person_name, address, at)
      values (gen_random_uuid(), $1, '2026-11', 'demo', 'E12345674', 2, 'Prueba', '127.0.0.1', now() - interval '1000 days')`,
    [accountId],
  )
  const bill = await issue(database)
  expect(bill).toMatchObject({ retentionBp: 1500, retentionTax: 'IRPF' })
  const xml = (await documentOf(database, bill.id, 'facturae')).toString()
  expect(xml).toContain('<TaxTypeCode>04</TaxTypeCode>')
  const staff = await as(database, 'super')
  const { items: issuers } = ok(await staff.billing.listFiscalIssuers({}))
  expect(issuers.find(({ taxId }) => taxId === 'E12345674')).toMatchObject({ obligedFrom: '2027-07-01' })
})
