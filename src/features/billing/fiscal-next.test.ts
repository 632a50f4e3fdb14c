import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { todayOf } from './server/fiscal-mode.ts'
import { certificatePassword as password, pkcs12 } from './test-certificate.ts'

const world = testDatabase()
const inDays = (days: number) => todayOf(new Date(Date.now() + days * 86_400_000))

test('which mode comes next for all is told with its day: the first of several, as it was said last', async () => {
  const chief = await as(world.database, 'super')
  const next = async () => ok(await chief.billing.getFiscalSettings({})).next
  ok(await chief.billing.setCertificate({ file: pkcs12(), password }))
  // What holds from today on does not come, nor does what is said of one issuer alone.
  ok(await chief.billing.setFiscalMode({ mode: 'off', from: inDays(0) }))
  ok(await chief.billing.setFiscalMode({ issuerTaxId: '54362315K', mode: 'off', from: inDays(2) }))
  expect(await next()).toBeNull()
  ok(await chief.billing.setFiscalMode({ mode: 'off', from: inDays(9) }))
  ok(await chief.billing.setFiscalMode({ mode: 'off', from: inDays(5) }))
  expect(await next()).toEqual({ mode: 'off', from: inDays(5) })
  ok(await chief.billing.setFiscalMode({ mode: 'signed', from: inDays(5) }))
  expect(await next()).toEqual({ mode: 'signed', from: inDays(5) })
})
