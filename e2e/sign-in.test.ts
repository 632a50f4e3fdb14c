import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { demoPassword, people } from '#testing/world/cast.ts'
import { freshSession, hydrated, settled } from './browser.ts'
import { lane } from './lane.ts'
import { mailTo } from './mailbox.ts'
import { codeOf } from './totp.ts'
import { visit } from './visit.ts'

describe.each(['es', 'en'] as const)('signing in (%s)', (locale) => {
  test('a label owner signs in with the form and sees analytics', async () => {
    const { page, open, say, path } = await visit(undefined, { locale })
    expect(await open('/login')).toBe(200)
    await page.getByLabel(say('account.signIn.email')).fill(people.label.email)
    await page.getByLabel(say('account.signIn.password'), { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: say('account.signIn.submit'), exact: true }).click()
    await page.getByRole('navigation', { name: say('shell.menu.label') }).waitFor()
    expect(path()).toBe('/dashboard')
    await page.getByRole('link', { name: say('shell.menu.analytics'), exact: true }).click()
    await page.waitForURL('**/analytics**')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(locale === 'es' ? '/analytics' : '/en/analytics')
  })

  test('a wrong password is said in words, and nothing else changes', async () => {
    const { page, open, say, path, expected } = await visit(undefined, { locale })
    expected.push(/401/)
    await open('/login')
    await page.getByLabel(say('account.signIn.email')).fill(people.label.email)
    await page.getByLabel(say('account.signIn.password'), { exact: true }).fill('not the password')
    await page.getByRole('button', { name: say('account.signIn.submit'), exact: true }).click()
    await page.getByText(say('problem.account.wrongCredentials')).waitFor()
    expect(path()).toBe('/login')
  })

  test('a deep link comes back after signing in', async () => {
    const { page, open, say, path } = await visit(undefined, { locale })
    await open('/portals?q=lev')
    expect(path()).toBe('/login')
    await page.getByLabel(say('account.signIn.email')).fill(people.staff.email)
    await page.getByLabel(say('account.signIn.password'), { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: say('account.signIn.submit'), exact: true }).click()
    await page.waitForURL('**/portals**')
    expect(page.url()).toContain('q=lev')
  })

  test.each([
    '/.//evil.example',
    '/en/%09/evil.example',
    '/%5cevil.example',
    '//evil.example',
    '/en/.//evil.example/x',
  ])('an address of others behind next leads nowhere: %s', async (next) => {
    const { page, open, say, path, origin } = await visit(undefined, { locale })
    await open(`/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel(say('account.signIn.email')).fill(people.label.email)
    await page.getByLabel(say('account.signIn.password'), { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: say('account.signIn.submit'), exact: true }).click()
    await page.getByRole('navigation', { name: say('shell.menu.label') }).waitFor()
    expect(new URL(page.url()).origin).toBe(origin)
    expect(path()).toBe('/dashboard')
  })

  test('signing out ends the session', async () => {
    const { page, context, open, say, path } = await visit(undefined, { locale })
    await freshSession(context, 'editor')
    await open('/dashboard/links')
    expect(path()).toBe('/dashboard/links')
    await page.getByRole('button', { name: say('shell.person.menu', { name: people.editor.name }) }).click()
    await page.getByRole('menuitem', { name: say('shell.person.signOut') }).click()
    await page.waitForURL('**/login')
    await open('/dashboard/links')
    expect(path()).toBe('/login')
    expect((await context.request.get('/api/session')).status()).toBe(401)
  })

  test('asking for a new password tells nobody whether the address exists', async () => {
    const answers: string[] = []
    for (const email of [people.lector.email, 'nadie@correo.test']) {
      const { page, open, say } = await visit(undefined, { locale })
      await open('/update-password')
      await page.getByLabel(say('account.signIn.email')).fill(email)
      await page.getByRole('button', { name: say('account.reset.submit') }).click()
      await page.getByText(say('account.reset.sentTitle')).waitFor()
      answers.push(((await page.getByRole('main').textContent()) ?? '').replaceAll(email, '@'))
    }
    expect(answers[0]).toBe(answers[1])
  })
})

test.each(['code', 'enrol'])('the second step (%s) stands there before any script does', async (step) => {
  const { page, context, open, origin, say } = await visit(undefined)
  const html = await (await context.request.get(`${origin}/login?step=${step}`)).text()
  expect(html).toContain(`<h1>${say(step === 'code' ? 'twoFactor.stepTitle' : 'twoFactor.title')}</h1>`)
  await open(`/login?step=${step}`)
  await hydrated(page)
  // It works once its script is there.
  await page.getByRole('button', { name: say('twoFactor.startAgain') }).click()
  await page.getByLabel(say('account.signIn.password'), { exact: true }).waitFor()
})

test('somebody without any portal starts at their account', async () => {
  const { open, path } = await visit('nobody')
  await open('/')
  expect(path()).toBe('/account')
})

test('the name of the current portal follows the switcher', async () => {
  const { page, context, open, say } = await visit(undefined)
  await freshSession(context, 'editor')
  await open('/dashboard/links')
  const switcher = page.getByRole('button', { name: /Clara Ventisca|Hotel Levante/ }).first()
  const before = (await switcher.getAttribute('aria-label')) ?? ''
  const other = before.includes('Clara') ? 'Hotel Levante' : 'Clara Ventisca'
  await switcher.click()
  await page.getByRole('menuitem', { name: other }).click()
  await page.getByRole('button', { name: say('shell.portal.switch', { name: other }) }).waitFor()
  await settled(page)
  await page.reload()
  await page.getByRole('button', { name: say('shell.portal.switch', { name: other }) }).waitFor()
})

describe.each(['es', 'en'] as const)('a second factor that is required (%s)', (locale) => {
  test('is set up before anything else opens', async () => {
    const email = `${randomUUID()}@correo.test`
    const { context: office } = await visit('super')
    const permissions = ['analytics.viewanalytics']
    const data = { email, name: 'Ada Rey', locale, permissions, twoFactorRequired: true }
    expect((await office.request.post('/api/staff', { data })).status()).toBe(201)

    const { text } = await mailTo(lane().mailbox, email)
    const { page, open, say, path } = await visit(undefined, { locale })
    await page.goto(/https?:\/\/\S+activate-account\S+/.exec(text)?.[0] ?? '')
    await hydrated(page)
    await page.getByLabel(say('account.password.new'), { exact: true }).fill('cuatro sillas y un piano')
    await page.getByRole('button', { name: say('account.activate.submit') }).click()
    await page.getByRole('button', { name: say('twoFactor.continue') }).waitFor()
    await open('/analytics')
    expect(path()).toBe('/login')
    await open('/login?step=enrol')
    await page.getByRole('button', { name: say('twoFactor.continue') }).click()
    const seed = (await page.locator('main code').textContent()) ?? ''
    await page.getByLabel(say('twoFactor.code')).fill(codeOf(seed))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: say('twoFactor.saved') }).click()
    await page.getByRole('navigation', { name: say('shell.menu.label') }).waitFor()
    expect(path()).toBe('/analytics')
  })
})
