import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { todayOf } from './server/fiscal-mode.ts'
import { issue } from './test-taxes.ts'

const world = testDatabase()

test('all records of a day leave in one file, however many the agency takes at a time', async () => {
  const { database } = world
  const bill = await issue(database)
  // As many of one issuer as two months of a large catalogue: more than one sending, or one reading, holds.
  await database.query(
    `insert into fiscal_record (issuer_tax_id, sequence, bill_id, kind, number, issued_on, input, hash, previous_hash, generated_at)
      select issuer_tax_id, sequence + n, bill_id, kind, number || '-' || n, issued_on, input, hash, previous_hash, generated_at
      from fiscal_record, generate_series(1, 2100) n where bill_id = $1`,
    [bill.id],
  )
  const staff = await as(database, 'billing')
  const day = todayOf(new Date())
  const file = ok(
    await staff.billing.exportFiscal({ issuerTaxId: bill.taxId ?? '', what: 'records', f: day, t: day }),
  )
  const places = [...file.content.matchAll(/<Registro secuencia="(\d+)">/g)].map(([, at]) => Number(at))
  expect(places).toEqual(Array.from({ length: 2_101 }, (_, at) => at + 1))
  expect(file.count).toBe(2_101)
  expect(file.content).toContain('registros="2101"')
  // Each names the one before it, over the edges of what is read at a time too.
  const edge = file.content.slice(file.content.indexOf('secuencia="1001"'))
  expect(edge.slice(0, edge.indexOf('</Registro>'))).toContain(`${bill.number}-999<`)
})

test('a record is of the moment that it bears, whenever its row was written', async () => {
  const { database } = world
  const bill = await issue(database)
  await database.query(
    `insert into fiscal_record (issuer_tax_id, sequence, bill_id, kind, number, issued_on, input, hash, previous_hash, generated_at)
      select 'B99999997', 1, bill_id, kind, number, issued_on, input, hash, '', '2026-09-30T23:59:59+02:00'
      from fiscal_record where bill_id = $1 limit 1`,
    [bill.id],
  )
  const staff = await as(database, 'billing')
  const of = (f: string, t: string) =>
    staff.billing.exportFiscal({ issuerTaxId: 'B99999997', what: 'records', f, t })
  expect(ok(await of('2026-09-30', '2026-09-30')).count).toBe(1)
  expect(await of('2026-10-01', todayOf(new Date()))).toHaveProperty('error')
})
