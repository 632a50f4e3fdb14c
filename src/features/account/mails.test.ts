import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asService } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { type MailDraft, putMail, queueMail, sendWaitingMail } from '#platform/mail.ts'
import { as, clientFor, ok, testApp, testOrigin } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const inbox: { to: string; mail: Email; raw: string }[] = []
let server: SMTPServer
let url = ''

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const raw = Buffer.concat(parts).toString('utf8')
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        inbox.push({ to, mail: await PostalMime.parse(raw), raw })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

/** What a mail server gets of everything that waits. */
async function deliver() {
  inbox.length = 0
  await sendWaitingMail(world.database, createLog('silent'), {
    smtpUrl: url,
    from: 'Backline <no-reply@backline.test>',
  })
  return inbox
}

const words = (locale: 'es' | 'en') =>
  (
    JSON.parse(readFileSync(new URL(`../../../messages/${locale}/mail.json`, import.meta.url), 'utf8')) as {
      mail: Record<string, string | { subject: string; button: string }>
    }
  ).mail
test('an artist writes under their own name, from the address of the provider', async () => {
  await world.database.transaction(asService('trial'), (tx) =>
    putMail(tx, {
      to: 'fan@example.org',
      fromName: 'Niño "Lobo" <jefe@example.org>\r\nBcc: otro@example.org',
      locale: 'es',
      kind: 'presave',
      subject: 'Hola',
      paragraphs: ['Hola'],
      button: { text: 'Ver', link: 'https://example.org/' },
      foot: [],
      unsubscribeUrl: 'https://example.org/fuera',
    }),
  )
  const [sent] = await deliver()
  expect(sent?.to).toBe('fan@example.org')
  expect(sent?.mail.from?.address).toBe('no-reply@backline.test')
  expect(sent?.mail.from?.name).toContain('Niño "Lobo"')
  expect(sent?.mail.from?.name).not.toContain('jefe@example.org')
  expect(sent?.raw).not.toMatch(/^Bcc:/m)
  expect(sent?.raw).toContain('List-Unsubscribe: <https://example.org/fuera>')
})

const kinds: MailDraft['kind'][] = [
  'reset',
  'invitation',
  'access',
  'emailChange',
  'emailNotice',
  'emailTaken',
]
const addresses = (text = '') => text.match(/https?:\/\/[^\s"<]+/g) ?? []

describe.each(['es', 'en'] as const)('mails in %s, as a mail server gets them', (locale) => {
  test.each(kinds)('%s is readable as text and as HTML', async (kind) => {
    const link = `${testOrigin}${locale === 'en' ? '/en' : ''}/somewhere?token=abc&x=1`
    await world.database.transaction(asService('trial'), (tx) =>
      queueMail(tx, { to: 'ana@correo.test', locale, kind, name: 'Ana <b>Ñandú</b>', link }),
    )
    const [got] = await deliver()
    const expected = words(locale)[kind]
    if (!got || typeof expected !== 'object') throw new Error('No mail came.')
    const { mail } = got
    expect(mail.subject).toBe(expected.subject)
    expect(mail.from?.address).toBe('no-reply@backline.test')
    expect(mail.messageId).toMatch(/^<[\w-]+@backline>$/)
    expect(mail.text).toContain('Ana <b>Ñandú</b>')
    expect(mail.text).toContain(link)
    expect(mail.text).not.toMatch(/undefined|\{\w+\}|<p>|<a /)
    expect(mail.html).toContain(`<html lang="${locale}">`)
    expect(mail.html).toContain(expected.button)
    // The name is text, whatever is in it.
    expect(mail.html).not.toContain('<b>Ñandú')
    expect(mail.html).not.toMatch(/<(script|img|style|link)/)
    for (const line of got.raw.split('\r\n')) expect(line.length).toBeLessThan(999)
  })
})

test('what the program mails goes to the right people, in their language, with links home only', async () => {
  const label = await as(world.database, 'label')
  const nobody = clientFor(testApp(world.database))
  const portalId = portals.tiasSolteras.id
  ok(await nobody.account.requestPasswordReset({ email: people.vera.email }))
  const invite = (email: string, locale: 'es' | 'en') =>
    label.team.inviteMember({ email, name: 'Nueva', locale, portals: [{ portalId, role: 'Lector' }] })
  ok(await invite('new@elsewhere.test', 'en'))
  ok(await invite(people.tech.email, 'es'))
  const password = demoPassword
  ok(await label.account.requestEmailChange({ email: 'ines.nueva@correo.test', password }))
  ok(await label.account.requestEmailChange({ email: people.vera.email, password }))
  const mails = await deliver()
  expect(mails.map(({ to, mail }) => `${to} ${mail.html?.match(/lang="(\w+)"/)?.[1]}`).sort()).toEqual(
    [
      'ines.nueva@correo.test es',
      `${people.label.email} es`,
      `${people.label.email} es`,
      'new@elsewhere.test en',
      `${people.tech.email} es`,
      `${people.vera.email} en`,
      `${people.vera.email} en`,
    ].sort(),
  )
  for (const { mail } of mails) {
    const links = [...addresses(mail.text), ...addresses(mail.html)]
    expect(links.length).toBeGreaterThan(1)
    for (const link of links) expect(link.startsWith(`${testOrigin}/`)).toBe(true)
  }
})
