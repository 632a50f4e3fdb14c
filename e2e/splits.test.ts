import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formats } from '#platform/format.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { settled, type Visitor } from './browser.ts'
import { madridDay } from './days.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

/** Each language of people of its own, whose months the billing journey does not close: they share a world. */
const cast = {
  es: {
    ...({ owner: 'artist', portal: portals.ninoLobo, master: portals.ninoLobo } as const),
    account: accounts.ninoLobo,
    ...({
      party: 'orquesta',
      partyPortal: portals.orquestaPoniente,
      partyAccount: accounts.orquestaPoniente,
    } as const),
    ...({ half: '50,00', advance: '2,50', pressing: '5,00', off: 250 } as const),
  },
  en: {
    ...({ owner: 'label', portal: portals.tiasSolteras, master: portals.bajamar } as const),
    account: accounts.bajamar,
    ...({ party: 'artist', partyPortal: portals.ninoLobo, partyAccount: accounts.ninoLobo } as const),
    ...({ half: '50.00', advance: '0.50', pressing: '1.00', off: 50 } as const),
  },
} as const

interface Shares {
  statements: {
    payee: { id: string }
    payer: { id: string } | null
    balance: { closingCents: number } | null
    things: {
      ownRecoupedCents: number
      recoupedCents: number
      balances: { own: { recoupedCents: number } | null }
    }[]
  }[]
}
const get = <T>({ page }: Visitor, path: string) =>
  page.evaluate(async (path) => (await fetch(`/api${path}`)).json(), path) as Promise<T>

/** What somebody's own statement between the two says, by the screen and by its call. */
async function statementOf(visitor: Visitor, at: string, heading: string, payer: string, payee: string) {
  const { page, open } = visitor
  await open(`/billing/shares?portal=${at}`)
  const section = page.getByRole('region', { name: heading })
  await section.waitFor()
  const [, f, t] = /f=([\d-]+)&t=([\d-]+)/.exec(page.url()) ?? []
  const today = madridDay()
  const span = `f=${f ?? `${today.slice(0, 4)}-01-01`}&t=${t ?? today}`
  const { statements } = await get<Shares>(visitor, `/portal/${at}/shares?${span}`)
  const told = statements.find((one) => one.payer?.id === payer && one.payee.id === payee)
  return { section, told }
}

describe.each(walkedIn('es'))('splits (%s)', (locale) => {
  test('a split with an advance off one share: who pays and who is paid see the same statement', async () => {
    const { owner, portal, master, account, party, partyPortal, partyAccount, ...amounts } = cast[locale]
    const staff = await visit('super', { locale })
    const { page, say, open } = staff
    await open(`/billing/splits?portal=${portal.id}`)
    const dialog = page.getByRole('dialog')
    const known = await get<{ openFrom: string; splits: unknown[]; costs: unknown[] }>(
      staff,
      `/portal/${portal.id}/splits`,
    )
    // A second try of the journey goes on from where the first one came to.
    if (known.splits.length === 0) {
      await page.getByRole('button', { name: say('billing.splits.add') }).click()
      const month = `${madridDay().slice(0, 7)}-01`
      await dialog
        .getByLabel(say('billing.splits.from'), { exact: true })
        .fill([known.openFrom, month].sort()[1] ?? month)
      await dialog.getByLabel(say('billing.splits.payer')).selectOption('account')
      await dialog
        .getByRole('combobox', { name: new RegExp(`^${say('billing.splits.account')}:`) })
        .last()
        .click()
      await page
        .getByRole('combobox', { name: say('ui.pick.search', { label: say('billing.splits.account') }) })
        .fill(partyAccount.name)
      await page.getByRole('option', { name: partyAccount.name, exact: true }).click()
      for (const at of [0, 1]) await dialog.getByLabel(say('billing.splits.share')).nth(at).fill(amounts.half)
      await dialog.getByText(say('billing.splits.sumWhole')).waitFor()
      await dialog.getByRole('button', { name: say('billing.splits.save') }).click()
      await page.getByText(say('billing.splits.saved')).first().waitFor()
    }
    const enter = async (what: string, amount: string, off?: string) => {
      await page.getByRole('button', { name: say('billing.costs.add') }).click()
      await dialog.getByLabel(say('billing.costs.what')).fill(what)
      await dialog.getByLabel(new RegExp(`^${say('billing.costs.amount')}`)).fill(amount)
      if (off) await dialog.getByLabel(say('billing.costs.party')).selectOption({ label: off })
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'coste.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF'),
      })
      await dialog.getByRole('button', { name: say('billing.costs.save') }).click()
      await page.getByText(say('billing.costs.saved')).first().waitFor()
      await dialog.waitFor({ state: 'detached' })
    }
    if (known.costs.length === 0) {
      await enter('Prensado de la maqueta', amounts.pressing)
      await enter(
        'Anticipo de gira',
        amounts.advance,
        say('billing.costs.partyOne', { account: partyAccount.name }),
      )
    }
    await page
      .getByText(say('billing.costs.offOne', { account: partyAccount.name }))
      .first()
      .waitFor()

    // Who pays, and who is paid.
    const payer = await visit(owner, { locale })
    const payee = await visit(party, { locale })
    const owed = await statementOf(
      ...([payer, master.id, say('billing.shares.owed', { payee: partyAccount.name })] as const),
      ...([account.id, partyAccount.id] as const),
    )
    const mine = await statementOf(
      ...([payee, partyPortal.id, say('billing.shares.mine', { payer: account.name })] as const),
      ...([account.id, partyAccount.id] as const),
    )
    expect(mine.told).toEqual(owed.told)
    const [thing] = mine.told?.things ?? []
    expect(thing?.ownRecoupedCents).toBe(-amounts.off)
    expect(thing?.balances.own?.recoupedCents).toBe(amounts.off)
    const { money } = formats(locale)
    for (const { section } of [owed, mine]) {
      await section
        .getByText(money(mine.told?.balance?.closingCents ?? 0))
        .first()
        .waitFor()
      await section.getByText(/Anticipo de gira/).waitFor()
      await section.getByText(say('billing.shares.recoupment.own')).waitFor()
    }
    // The paper is made of the same.
    await settled(payee.page)
    const file = payee.page.waitForEvent('download')
    await mine.section.getByRole('button', { name: say('billing.statement.pdf') }).click()
    const paper = await (await file).path()
    expect(readFileSync(paper).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('a label shares what it pays by itself, with whom it knows by tax number, and takes it back', async () => {
    const party = accounts.orquestaPoniente.name
    const label = await visit('label', { locale })
    const { page, say, open } = label
    await open('/billing/shares')
    await page.getByRole('link', { name: say('billing.splits.own') }).click()
    await page.getByRole('button', { name: say('billing.splits.add') }).click()
    const dialog = page.getByRole('dialog')
    // Whom it does not know it does not find (a number that no journey gives to anybody); who pays is no question.
    expect(await dialog.getByLabel(say('billing.splits.payer')).count()).toBe(0)
    const taxId = dialog.getByLabel(say('billing.splits.byTaxId'))
    await taxId.fill('55555555K')
    await dialog.getByRole('button', { name: say('billing.splits.look') }).click()
    await dialog.getByText(say('billing.splits.notFound')).waitFor()
    await taxId.fill('X2482300W')
    await dialog.getByRole('button', { name: say('billing.splits.look') }).click()
    await dialog.getByText(say('billing.splits.found', { account: party })).waitFor()
    await dialog
      .getByRole('combobox', { name: new RegExp(`^${say('billing.splits.account')}:`) })
      .last()
      .click()
    await page.getByRole('option', { name: party, exact: true }).click()
    for (const [at, pct] of ['60', '40'].entries())
      await dialog.getByLabel(say('billing.splits.share')).nth(at).fill(pct)
    await dialog.getByText(say('billing.splits.sumWhole')).waitFor()
    await dialog.getByRole('button', { name: say('billing.splits.save') }).click()
    await page.getByText(say('billing.splits.saved')).first().waitFor()
    await page.getByText(party).first().waitFor()
    await page
      .getByRole('button', { name: say('billing.splits.remove') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('billing.splits.remove') })
      .click()
    await page.getByText(say('billing.splits.removed')).first().waitFor()
  })
})
