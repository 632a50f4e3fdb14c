import { expect, test } from 'vitest'
import { advanceSettlementPct, defaultRetentionPct } from '#platform/constants.ts'
import { asService } from '#platform/db.ts'
import { testDatabase } from '#testing/database.ts'
import { settingsOf } from './server/settings.ts'

const world = testDatabase()

test('who has an account and neither a portal nor information is billed by what is usual', async () => {
  const [{ id } = { id: '' }] = await world.database.query<{ id: string }>(
    `insert into account (id, name) values ('0a0b0c0d-0000-7000-8000-000000000001', 'Sin Portal') returning id`,
  )
  const settings = await world.database.transaction(asService('job'), (tx) =>
    settingsOf(tx, id, new Date('2026-06-01T10:00:00Z')),
  )
  expect(settings).toMatchObject({
    ...{ accountId: id, name: 'Sin Portal', portalId: null, code: '0A0B0C0D', selfInvoice: true },
    ...{ information: undefined, taxIdShared: false, agreed: undefined },
    ...{ retentionBp: defaultRetentionPct * 100, settlementBp: advanceSettlementPct * 100 },
  })
})
