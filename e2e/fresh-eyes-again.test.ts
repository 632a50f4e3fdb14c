import { describe, expect, test } from 'vitest'
import { people, portals } from '#testing/world/cast.ts'
import { settled } from './browser.ts'
import { openBill } from './screens/screen.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('at 360 px (%s)', (locale) => {
  test('no page breaks its title inside a word', async () => {
    const { page, open } = await visit('super', { locale, width: 360 })
    const paths = ['/communications', '/communications/notifications', '/billing', '/users', '/analytics']
    for (const path of paths) {
      await open(path)
      const broken = await page.locator('h1').evaluate((title) => {
        const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        for (let node = texts.nextNode(); node; node = texts.nextNode())
          for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
              found.push(word)
          }
        return found
      })
      expect([path, ...broken]).toEqual([path])
    }
  })
})

test('legal texts that another portal decides are led to there, and not to a form that is greyed', async () => {
  const { page, say, open, path } = await visit('label')
  await open(`/portals/${portals.juliaArrecife.id}`)
  expect(await page.getByRole('link', { name: say('accounts.legal.open') }).count()).toBe(0)
  await page
    .getByRole('link', { name: say('accounts.legal.openMaster', { portal: portals.bajamar.name }) })
    .click()
  await page.getByRole('heading', { level: 1, name: say('accounts.legal.title') }).waitFor()
  expect(path()).toBe(`/portals/${portals.bajamar.id}/legal`)
  expect(await page.getByRole('textbox').first().isDisabled()).toBe(false)
})

test('who may only look is not told that they edit', async () => {
  const { page, say, open } = await visit('lector')
  await open('/dashboard/links')
  await page.locator('table a, [data-sortable] a, li a').filter({ hasText: /\w/ }).first().waitFor()
  const href = await page.locator('a[href*="/dashboard/links/"]').first().getAttribute('href')
  await open(href ?? '')
  const trail = page.getByRole('navigation', { name: say('ui.breadcrumb') })
  await trail.getByText(say('ui.viewStep'), { exact: true }).waitFor()
  expect(await trail.getByText(say('links.form.editStep'), { exact: true }).count()).toBe(0)
})

test('an invitation proposes the name that the address tells, until somebody writes one', async () => {
  const { page, say, open } = await visit('artist')
  await open('/team')
  await page
    .getByRole('button', { name: say('team.invite') })
    .first()
    .click()
  const name = page.getByRole('textbox', { name: say('team.inviteForm.name'), exact: true })
  const email = page.getByRole('textbox', { name: say('team.inviteForm.email'), exact: true })
  await email.fill('berta.gil@example.com')
  expect(await name.inputValue()).toBe('Berta Gil')
  await name.fill('Berta G.')
  await email.fill('berta.gil@example.org')
  expect(await name.inputValue()).toBe('Berta G.')
})

test('a bill speaks to staff of the account, and its ways there do not touch', async () => {
  const { page, say, open } = await visit('staff')
  await open('/billing?payment=paid')
  await openBill(page, say('billing.payment.paid'))
  const links = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: say('billing.action.ofAccount') }) })
    .locator('a, button')
  await links.first().waitFor()
  await settled(page)
  const boxes = await links.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
  const touching = boxes.filter(({ left, top }) =>
    boxes.some((other) => other.top === top && left > other.left && left - other.right < 6),
  )
  expect([boxes.length > 3, touching.length]).toEqual([true, 0])
  expect(await page.getByText(say('billing.bill.toPay'), { exact: true }).count()).toBe(0)
})

test('a role is told as it was given', async () => {
  const { page, open, context } = await visit('super')
  const found = await context.request.get(`/api/contacts?q=${encodeURIComponent(people.editor.name)}`)
  const { items } = (await found.json()) as {
    items: { id: string; portals: { role: string; denies: string[] }[] }[]
  }
  const [contact] = items
  await open(`/users/${contact?.id}`)
  const changed = contact?.portals.filter(({ denies }) => denies.length > 0).length ?? 0
  expect(
    await page
      .locator('dd')
      .filter({ hasText: /^Editor, |^Solo / })
      .count(),
  ).toBe(changed)
})
