import { describe, expect, test } from 'vitest'
import { pickPortal, visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('products (%s)', (locale) => {
  test('a product is created with its sizes, told what it lacks, duplicated and deleted', async () => {
    const visitor = await visit('super', { locale })
    const { page, say, open, expected } = visitor
    expected.push(/400/)
    // A retry makes another one.
    const name = `Pañuelo ${locale} ${Date.now()}`
    await open('/products')
    await page.getByRole('link', { name: say('products.new') }).click()
    await page.getByRole('heading', { name: say('products.new') }).waitFor()
    await pickPortal(visitor, say('portals.column.name'), 'Casa Cal', 'combobox')
    await page.getByRole('textbox', { name: say('products.form.name'), exact: true }).fill(name)
    await page.getByLabel(say('products.column.format'), { exact: true }).selectOption('limited')
    await page.getByLabel(say('products.form.price'), { exact: true }).fill('12,50')
    await page.getByLabel(say('products.form.sizes')).fill('S, M')
    await page.getByLabel(say('products.form.colours')).fill('Rojo')
    await page.getByRole('button', { name: say('products.form.addVariants') }).click()
    expect(await page.locator('table tbody tr').count()).toBe(2)
    await page.getByRole('button', { name: say('products.form.saveNew') }).click()
    await page.getByText(say('products.form.created')).waitFor()

    await open(`/products?q=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('button', { name: say('products.state.activate') }).click()
    await page.getByText(say('problem.products.gap.editionUnits')).waitFor()
    await page.getByRole('button', { name: say('products.state.duplicate') }).click()
    await page.getByRole('heading', { name: /\(copia\)$/ }).waitFor()
    await page.getByRole('button', { name: say('products.state.delete'), exact: true }).click()
    await page.getByText(say('products.state.deleted')).waitFor()
  })

  test('prices of chosen products are looked at before they change', async () => {
    const { page, say, open } = await visit('super', { locale })
    await open('/products?q=Casa+Cal')
    await page.locator('tbody input[type=checkbox]').first().check()
    await page.getByRole('button', { name: say('products.bulk.price') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('tbody tr').first().waitFor()
    await dialog.getByRole('button', { name: say('ui.cancel') }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('a portal reads its catalogue and finds no way to change it', async () => {
    const { page, say, open } = await visit('artist', { locale })
    await open('/stocks/products')
    await page.locator('tbody tr a').first().click()
    await page.getByText(say('products.state.title'), { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: say('products.state.archive') }).count()).toBe(0)
  })
})

test('what stands in for a blank is searched by its words, and named once it is picked', async () => {
  const { page, say, open } = await visit('super')
  await open('/products/blanks/new')
  await page.getByLabel(`${say('products.blanks.supplyLabel')} 1`).selectOption('alternative')
  const label = `${say('products.blanks.alternative')} 1`
  const field = page.getByRole('combobox', { name: `${label}: ` })
  await field.click()
  await page.getByRole('combobox', { name: say('ui.pick.search', { label }) }).fill('NEGRO creator')
  const option = page.getByRole('option', { name: /Creator · Negro/ }).first()
  const name = (await option.textContent()) ?? ''
  await option.click()
  await page.getByRole('combobox', { name: `${label}: ${name}`, exact: true }).waitFor()
})

test('a product for which no portal is chosen says so at that field', async () => {
  const { page, say, open } = await visit('super')
  await open('/products/new')
  await page
    .getByRole('textbox', { name: say('products.form.name') })
    .first()
    .fill('Bandana')
  await page.getByRole('button', { name: say('products.form.saveNew'), exact: true }).click()
  await page.getByText(say('validation.required')).waitFor()
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(1)
  expect(await page.getByText(say('problem.notFound')).count()).toBe(0)
})
