import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { pickPortal, visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('stock, connections and orders of every portal, for staff (%s)', (locale) => {
  test('the portal is chosen, and a movement is written down in its ledger', async () => {
    const visitor = await visit('super', { locale })
    const { page, say, open } = visitor
    await open('/products/stock')
    await pickPortal(visitor, say('products.column.portal'), portals.veraCantil.name)
    await page.waitForURL(`**portal=${portals.veraCantil.id}**`)
    await page.getByText(portals.veraCantil.name).first().waitFor()
    await page.locator('main tbody tr a').first().click()
    await page.waitForURL(`**/products/stock/${portals.veraCantil.id}/**`)
    const note = `Recuento de la oficina ${locale} ${Date.now()}`
    await page.getByLabel(say('stocks.move.counted')).fill('70')
    await page.getByLabel(say('stocks.move.note')).fill(note)
    await page.getByRole('button', { name: say('stocks.move.send') }).click()
    await page.getByRole('row').filter({ hasText: note }).waitFor()
  })

  test('the connections of the portal are there', async () => {
    const { page, say, open } = await visit('super', { locale })
    await open(`/products/connectors?portal=${portals.perroManso.id}`)
    await page.getByText(say('orders.connectors.empty.title')).waitFor()
    await page.getByRole('button', { name: say('orders.connectors.new') }).click()
    await page.getByRole('dialog').waitFor()
  })

  test('where products come from stands in their list for who asks for it', async () => {
    const { page, say, open } = await visit('staff', { locale })
    await open('/products')
    const heading = page.getByRole('columnheader', { name: say('products.field.countryOfOrigin') })
    await page.getByRole('columnheader', { name: say('products.column.category') }).waitFor()
    expect(await heading.count()).toBe(0)
    await page.locator('summary', { hasText: say('ui.columns') }).click()
    await page.getByRole('checkbox', { name: say('products.field.countryOfOrigin'), exact: true }).check()
    await heading.waitFor()
    await page.waitForURL(/columns=.*countryOfOrigin/)
    // As usual again, the address says nothing of columns.
    await page.getByRole('checkbox', { name: say('products.field.countryOfOrigin'), exact: true }).uncheck()
    await heading.waitFor({ state: 'detached' })
    await page.waitForURL((url) => !url.search.includes('columns'))
  })

  test('the list’s days and columns stand in the address, and the file holds what it shows', async () => {
    const { page, say, open } = await visit('staff', { locale })
    await open('/products/orders')
    await page.getByLabel(say('orders.from')).fill('2026-01-01')
    await page.getByLabel(say('orders.from')).press('Enter')
    await page.waitForURL('**from=2026-01-01**')
    await page.locator('summary', { hasText: say('ui.columns') }).click()
    await page.getByRole('checkbox', { name: say('orders.column.place'), exact: true }).click()
    await page.waitForURL('**columns=**')
    const heading = page.getByRole('columnheader', { name: say('orders.column.place') })
    await heading.waitFor({ state: 'detached' })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: say('orders.export') }).click()
    const path = await (await saved).path()
    // An XLSX is a ZIP.
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')
  })
})
