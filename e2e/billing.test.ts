import { describe, expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { settled, type Visitor } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

const cast = {
  es: { owner: 'orquesta', portal: portals.orquestaPoniente, payable: '636,00', taxId: 'X2482300W' },
  en: { owner: 'demo', portal: portals.casaCal, payable: '636.00', taxId: '12345678Z' },
} as const

/** One call of the API as whoever is signed in. */
const call = <T>({ page }: Visitor, method: string, path: string, body?: object, version?: number) =>
  page.evaluate(
    async ([method, path, body, version]) => {
      const response = await fetch(`/api${path}`, {
        method: method as string,
        headers: {
          'Content-Type': 'application/json',
          ...(version ? { 'If-Match': `"${version}"` } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return response.json()
    },
    [method, path, body, version] as const,
  ) as Promise<T>

interface Advance {
  id: string
  status: string
  state: string | null
}
interface Open {
  next: { id: string }
}

describe.each(walkedIn('es'))('billing (%s)', (locale) => {
  test('the worked example: 1,000 € earned, 400 € of advance, 636 € to be paid', async () => {
    const { owner, portal, payable, taxId } = cast[locale]
    const boss = await visit(owner, { locale })
    const staff = await visit('super', { locale })
    const { page, say, open } = boss
    boss.expected.push(/4\d\d/)

    // Who is paid; a wrong tax number is said by its field.
    await open('/billing/information')
    const fill = (key: string, text: string) =>
      page
        .getByLabel(say(`billing.information.${key}`))
        .first()
        .fill(text)
    await page.getByLabel(say('billing.information.kind')).selectOption('person')
    await page.getByLabel(say('billing.information.givenName'), { exact: true }).fill('Carmen')
    await fill('firstSurname', 'Poniente')
    await fill('secondSurname', 'Ruiz')
    await fill('taxId', '12345678A')
    await fill('email', 'facturas@poniente.test')
    await fill('street', 'Calle Sacramento, 3')
    await fill('postcode', '11003')
    await fill('city', 'Cádiz')
    await fill('province', 'Cádiz')
    await page.getByLabel(say('billing.information.retention'), { exact: true }).selectOption('professional')
    await fill('retentionReason', 'Actividad artística')
    await fill('iban', 'ES9121000418450200051332')
    await fill('holder', 'Carmen Poniente')
    await page.getByRole('textbox', { name: say('billing.information.password') }).fill('backline-demo-2026')
    await page.getByRole('button', { name: say('billing.information.save') }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await fill('taxId', taxId)
    await page.getByRole('button', { name: say('billing.information.save') }).click()
    await page.getByText(say('billing.information.saved')).waitFor()

    // The agreement, and an advance of 400 €.
    await open('/billing')
    const accept = page.getByRole('button', { name: say('billing.agreement.accept') })
    const signed = page.getByText(say('billing.agreement.title')).first()
    await signed.waitFor()
    // A second try of the journey finds it signed.
    if ((await accept.count()) > 0) {
      await accept.click()
      await page.getByText(say('billing.agreement.accepted')).waitFor()
    }
    await staff.open('/billing')
    const settings = { customUrl: portal.customUrl, salesObjectiveCents: 0, advanceLimitPct: 100 }
    const now = await call<{ version: number }>(staff, 'GET', `/portal/${portal.id}`)
    await call(
      staff,
      'PUT',
      `/portal/${portal.id}/settings`,
      { ...settings, selfInvoice: true, customDomain: null },
      now.version,
    )
    const advances = async () =>
      (await call<{ items: Advance[] }>(boss, 'GET', `/portal/${portal.id}/advances`)).items.find(
        ({ status, state }) => status === 'Next' || status === 'Pending' || state === 'open',
      )
    // A second try of the journey goes on from where the first one came to.
    if (!(await advances())) {
      await open('/billing/advances')
      await page.getByLabel(say('billing.advances.amount')).fill(locale === 'es' ? '400,00' : '400.00')
      await page.getByRole('button', { name: say('billing.advances.ask') }).click()
      await page.getByText(say('billing.advances.asked')).first().waitFor()
    }
    const asked = await advances()
    await staff.open(`/billing/${asked?.id}`)
    const press = (name: string) => staff.page.getByRole('button', { name, exact: true })
    const confirm = (name: string) =>
      staff.page.getByRole('dialog').getByRole('button', { name, exact: true })
    if (asked?.status === 'Next') {
      await press(say('billing.action.review')).click()
      await confirm(say('billing.action.review')).click()
    }
    if (asked?.state !== 'open') {
      await press(say('billing.action.grant')).click()
      await confirm(say('billing.action.grant')).click()
      await staff.page.getByText(say('billing.action.granted')).first().waitFor()
      // Its bill waits for the account as every other.
      await open(`/billing/${asked?.id}`)
      await page.getByRole('button', { name: say('billing.action.accept') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('billing.action.accept') })
        .click()
      await page.getByText(say('billing.action.accepted')).first().waitFor()
    }

    // An advance is taken off the oldest bill that waits: what the world has waiting goes back to the open one.
    const { items: waiting } = await call<{ items: { id: string; version: number }[] }>(
      boss,
      'GET',
      `/portal/${portal.id}/bills?status=Pending`,
    )
    for (const { id, version } of waiting)
      await call(boss, 'PUT', `/bill/${id}/dispute`, { reason: 'Falta una venta' }, version)

    // Earned comes to 1,000 €, whatever was sold.
    const { next } = await call<Open>(staff, 'GET', `/portal/${portal.id}/billing`)
    const before = await call<{ totals: { earnedCents: number } }>(staff, 'GET', `/bill/${next.id}`)
    await staff.open(`/billing/${next.id}`)
    const missing = 100_000 - before.totals.earnedCents
    // A second try of the journey finds the line there.
    if (missing !== 0) {
      await press(say('billing.action.addLine')).click()
      const dialog = staff.page.getByRole('dialog')
      const amount = dialog.getByLabel(say('billing.action.amount'))
      // Below zero takes away, and the keypad of figures that an iPhone shows has no minus.
      expect(await amount.getAttribute('inputmode')).toBe('text')
      await amount.fill((missing / 100).toFixed(2))
      await dialog.getByLabel(say('billing.action.description')).fill('Directo grabado')
      await dialog.getByLabel(say('billing.action.reason')).fill('Contrato de octubre')
      await confirm(say('billing.action.addLine')).click()
      await staff.page.getByText(say('billing.action.lineAdded')).first().waitFor()
      // It is closed as it is shown: by its version of after the line.
      await staff.page.getByRole('main').getByText('Directo grabado').first().waitFor()
    }
    await press(say('billing.action.close')).click()
    await confirm(say('billing.action.close')).click()
    await staff.page.getByText(say('billing.action.closed')).first().waitFor()

    // The account accepts, and sees its number and what it will get.
    await open(`/billing/${next.id}`)
    await page.getByRole('button', { name: say('billing.action.accept') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('billing.action.accept') })
      .click()
    await page.getByText(say('billing.action.accepted')).first().waitFor()
    await settled(page)
    await page.locator('h1', { hasText: `${portal.code}-` }).waitFor()
    await page.locator('main dl', { hasText: payable }).first().waitFor()
    const bill = await call<{ totals: object }>(boss, 'GET', `/bill/${next.id}`)
    expect(bill.totals).toMatchObject({
      earnedCents: 100_000,
      settledCents: 40_000,
      taxCents: 12_600,
      payableCents: 63_600,
    })
    // What was done is told at the foot, and the bill is found among all of them.
    await page.getByText(say('activity.action.billing_approveBill')).first().waitFor()
    const { number } = await call<{ number: string }>(boss, 'GET', `/bill/${next.id}`)
    // Not among the unpaid: what the provider charged the account is set against it at once.
    await open('/billing/bills?status=Approved')
    await page.getByRole('searchbox').fill(number)
    await page.waitForURL(/q=/)
    const found = page.locator('main tbody tr', { hasText: number })
    await found.waitFor()
    expect(await page.locator('main tbody tr').count()).toBe(1)
    await found.getByRole('link').click()
    await page.locator('h1', { hasText: number }).waitFor()
    await staff.open(`/billing/${next.id}`)
    await staff.page.getByRole('link', { name: say('billing.action.toInformation'), exact: true }).click()
    await staff.page.locator('h1', { hasText: say('billing.information.title') }).waitFor()
    expect(staff.page.url()).toContain(portal.id)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: say('billing.action.pdf') }).click()
    expect((await file).suggestedFilename()).toMatch(new RegExp(`^${portal.code}-\\d{4}-\\d{5}\\.pdf$`))
  })
})

test('an open bill opens down to its orders, and staff see why others wait', async () => {
  const label = await visit('label')
  await label.open('/billing')
  await label.page.getByRole('link', { name: label.say('billing.open.see') }).click()
  await label.page.locator('main table button').first().click()
  await label.page.getByRole('dialog').locator('tbody tr').first().waitFor()
  const staff = await visit('staff')
  await staff.open('/billing?blocked=1')
  await staff.page.locator('main h1').waitFor()
  await staff.page.locator('main tbody tr').first().waitFor()
})
