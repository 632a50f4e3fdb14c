import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Locale } from '#platform/constants.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { people, portals } from '#testing/world/cast.ts'
import { mailAccount } from './server/mails.ts'

/** Who is told of an account's money, where it leads them, and what of it they read. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const [id, other] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002']
const bills = { email: 'facturas@example.com', legalName: 'Lobo, S. L.' }

beforeAll(async () => {
  // One more who reads English; of those who were invited or are suspended nobody hears.
  await world.database.query(`update member set role = 'Owner' where portal_id = $1`, [portalId])
  await world.database.query(`update person set locale = 'en' where id = $1`, [people.exception.id])
})
beforeEach(async () => {
  await world.database.query('delete from message')
  await world.database.query('delete from mail')
})

type Settings = Parameters<typeof mailAccount>[1]
type About = Parameters<typeof mailAccount>[3]
const told = async (
  kind: Parameters<typeof mailAccount>[2],
  about: Partial<About> = {},
  settings: Partial<Settings> = {},
) => {
  const of = { portalId, name: 'Niño Lobo', information: bills, ...settings }
  await inTrial(world.database, (tx) =>
    mailAccount(tx, of, kind, { appOrigin: 'https://backline.example', ...about }),
  )
  const mails = await world.database.query<{
    to: string
    kind: string
    subject: string
    text: string
    locale: Locale
  }>('select "to", kind, subject, text, locale from mail order by "to"')
  const messages = await world.database.query<{
    person_id: string
    kind: string
    about: string
    mail_to: string
    mailing: string
    words: { title: Record<Locale, string>; body: Record<Locale, string>; link: string }
  }>(
    `select m.person_id, m.kind, m.about, m.words, m.mailing, (select l."to" from mail l where l.id = m.mail_id) as mail_to
      from message m order by mail_to`,
  )
  return { mails, messages }
}
const linksOf = ({ mails }: Awaited<ReturnType<typeof told>>) =>
  mails.map(({ text }) => /https:\/\/backline\.example(\S+)/.exec(text)?.[1])

test('the Owners who can sign in hear, and the address for bills, each in their language', async () => {
  const { mails, messages } = await told('issued', { billId: id, number: 'F-1', amountCents: 123_456 })
  const all = [people.artist.email, people.exception.email, bills.email].sort()
  expect(mails.map(({ to }) => to)).toEqual(all)
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(['billing.issued']))
  const by = new Map(mails.map((mail) => [mail.to, mail]))
  const [artist, english] = [by.get(people.artist.email), by.get(people.exception.email)]
  expect([artist?.locale, english?.locale]).toEqual(['es', 'en'])
  expect(artist?.subject).toBe('Se ha emitido la factura F-1 de Niño Lobo')
  expect(artist?.text).toMatch(/1\.?234,56/)
  expect(english?.text).toContain('1,234.56')
  expect(artist?.text).toContain(`\nhttps://backline.example/billing/${id}\n`)
  expect(english?.text).toContain(`\nhttps://backline.example/en/billing/${id}\n`)
  // The address for bills is no person: it has no inbox, and its mail is in the language of the first Owner.
  expect(by.get(bills.email)?.text).toContain('Lobo, S. L.')
  expect(messages.map(({ person_id, mail_to }) => [person_id, mail_to])).toEqual(
    [people.artist, people.exception]
      .sort((a, b) => (a.email < b.email ? -1 : 1))
      .map((one) => [one.id, one.email]),
  )
  const [message] = messages
  expect(message).toMatchObject({ kind: 'info', mailing: 'mailed' })
  expect(message?.about).toMatch(new RegExp(`^bill ${id} issued `))
  expect(message?.words.link).toBe(`/billing/${id}`)
  expect(message?.words.title.es).toBe(artist?.subject)
  expect(message?.words.title.en).toBe(english?.subject)
  expect(message?.words.body.en).toContain('1,234.56')
})

test('an Owner whose address is the one for bills is told once', async () => {
  const { mails } = await told(
    'issued',
    { billId: id },
    { information: { ...bills, email: people.artist.email } },
  )
  expect(mails.map(({ to }) => to)).toEqual([people.artist.email, people.exception.email].sort())
})

test('a changed IBAN is told to the Owners alone, by mail alone', async () => {
  const said = await told('iban')
  expect(said.mails.map(({ to }) => to)).toEqual([people.artist.email, people.exception.email].sort())
  expect(said.messages).toEqual([])
  expect(linksOf(said).sort()).toEqual(['/billing/information', '/en/billing/information'])
})

test('without an account’s portal or its information whoever is left is told', async () => {
  const { mails, messages } = await told('paid', { billId: id, number: 'F-1' }, { portalId: null })
  expect(mails.map(({ to, locale }) => [to, locale])).toEqual([[bills.email, 'es']])
  expect(mails[0]?.text).toMatch(/F-1 está pagada: 0,00/)
  expect(messages).toEqual([])
  await world.database.query('delete from mail')
  const none = await told('paid', { billId: id }, { portalId: null, information: undefined })
  expect(none).toEqual({ mails: [], messages: [] })
})

test('each thing leads to its own page, and several months of one account to all its bills', async () => {
  const months = ['2026-02-01', '2026-01-01', '2026-02-01']
  const statement = {
    month: '2026-03-01',
    path: '/billing/shares?x=1',
    of: 'pair',
    lines: () => ['Una línea'],
  }
  const cases = [
    [
      'charge',
      { chargeId: other, billId: id },
      `/billing/charges/${other}`,
      `charge ${other} charge `,
      'info',
    ],
    ['chargeBack', { chargeId: other }, `/billing/charges/${other}`, `charge ${other} chargeBack `, 'info'],
    ['reminderOwn', { billId: id, months }, '/billing/bills', `bill ${id} reminderOwn `, 'warning'],
    [
      'reminderOwn',
      { billId: id, months: ['2026-02-01'] },
      `/billing/${id}`,
      `bill ${id} reminderOwn `,
      'warning',
    ],
    ['statement', { statement, chargeId: other }, '/billing/shares?x=1', 'shares pair statement ', 'info'],
    ['paid', { billId: id }, `/billing/${id}`, `bill ${id} paid `, 'info'],
    ['returned', { billId: id }, `/billing/${id}`, `bill ${id} returned `, 'warning'],
  ] as const
  for (const [kind, about, path, tells, message] of cases) {
    await world.database.query('delete from message')
    await world.database.query('delete from mail')
    const said = await told(kind, about as Partial<About>, { information: undefined })
    expect(linksOf(said).sort(), kind).toEqual([path, `/en${path}`])
    expect(said.messages.map(({ words }) => words.link)).toEqual([path, path])
    expect(
      said.messages.every(({ about: of }) => of.startsWith(tells)),
      kind,
    ).toBe(true)
    expect(new Set(said.messages.map(({ kind: of }) => of))).toEqual(new Set([message]))
    if (kind === 'statement') expect(said.mails[0]?.text).toContain('Una línea')
  }
})

test('months are named once each in the order in which they came; of a statement its own', async () => {
  const text = async (...of: Parameters<typeof told>) => {
    await world.database.query('delete from message')
    await world.database.query('delete from mail')
    const { mails, messages } = await told(...of)
    const mail = mails.find(({ to }) => to === people.artist.email)
    return `${mail?.subject} ${mail?.text} ${messages[0]?.words.body.es}`.toLowerCase()
  }
  expect(await text('reminderOwn', { billId: id, months: ['2026-02-01'] })).toMatch(
    /factura de niño lobo, febrero de 2026/,
  )
  const several = await text('reminderOwn', {
    ...{ billId: id, months: ['2026-02-01', '2026-01-01', '2026-02-01'] },
  })
  expect(several).toContain('febrero de 2026 y enero de 2026')
  expect(several).not.toContain('factura de niño lobo de febrero')
})
