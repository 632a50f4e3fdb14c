import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { activity, mail } from '#platform/table.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import type { ContactDraft } from './contract.ts'

const world = testDatabase()
const fields = (result: unknown) =>
  (result as { error?: { fields?: Record<string, string> } }).error?.fields ?? {}
const manager = () => as(world.database, 'staff')

async function make(draft: Partial<ContactDraft> & { name: string }) {
  return ok(await (await manager()).contacts.createContact(draft))
}

async function contactOf(personId: string) {
  const [row] = await world.database.query<{ id: string }>('select id from contact where person_id = $1', [
    personId,
  ])
  return row?.id ?? ''
}

describe('the list of contacts', () => {
  test('has every portal user and nobody of the staff', async () => {
    const { items, total } = ok(await (await manager()).contacts.listContacts({}))
    const members = Object.values(people).filter(({ staff }) => !staff)
    expect(total).toBe(members.length)
    const editor = items.find(({ personId }) => personId === people.editor.id)
    expect(editor?.portals.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'Clara Ventisca Editor',
      'Hotel Levante Editor',
    ])
    expect(items.find(({ personId }) => personId === people.invited.id)?.pending).toBe(true)
  })

  test('tells a role as it was given, beside it and taken from it', async () => {
    const beside = { grants: ['billing.viewbills'], denies: ['portal.editlinks'] }
    const { id } = people.marketing
    await world.database.query('update member set grants = $1, denies = $2 where person_id = $3', [
      ...Object.values(beside).map((keys) => JSON.stringify(keys)),
      id,
    ])
    const staff = await manager()
    const { items } = ok(await staff.contacts.listContacts({}))
    const at = items.find(({ personId }) => personId === id)?.portals[0]
    expect(at).toMatchObject({ role: 'Marketing', ...beside })
    const portal = ok(await staff.portals.getPortal({ portalId: at?.id ?? '' }))
    expect(portal.team.find((one) => one.id === id)).toMatchObject(beside)
    const account = ok(await staff.accounts.getAccount({ accountId: portal.account.id }))
    expect(account.team.find((one) => one.id === id)).toMatchObject(beside)
    const file = await fileFor(world.database, people.staff.id, '/contacts/export')
    expect(await file.text()).toContain('(Marketing, 2 cambios)')
    const found = ok(await staff.search.searchAll({ q: people.marketing.name }))
    expect(JSON.stringify(found)).toContain('Marketing, 2 cambios')
    await world.database.query(`update member set grants = '[]', denies = '[]' where person_id = $1`, [id])
  })

  test('is searched without accents, and filtered', async () => {
    const staff = await manager()
    const made = await make({ name: 'Begoña Ibáñez', organisation: 'Sala Trémolo', tags: ['Prensa'] })
    const ids = async (query: object) =>
      ok(await staff.contacts.listContacts(query)).items.map(({ id }) => id)
    expect(await ids({ q: 'begona ibanez' })).toEqual([made.id])
    expect(await ids({ q: 'tremolo' })).toEqual([made.id])
    expect(await ids({ tag: 'prensa' })).toEqual([made.id])
    expect(await ids({ login: 'no' })).toEqual([made.id])
    expect(await ids({ portal: portals.claraVentisca.id, login: 'yes' })).toHaveLength(2)
    expect(await ids({ account: portals.ninoLobo.accountId, login: 'pending' })).toEqual([
      await contactOf(people.invited.id),
    ])
    // Who is suspended does not get in: the list says so of them, and finds them by what it says.
    const suspended = await contactOf(people.suspended.id)
    expect(await ids({ login: 'suspended' })).toEqual([suspended])
    expect(await ids({ account: portals.ninoLobo.accountId, login: 'yes' })).not.toContain(suspended)
    expect(await ids({ q: '%' })).toEqual([])
    await world.database.query('update contact set phone = $2, account_id = $3 where id = $1', [
      ...[made.id, '+34 (600) 12-34-987', portals.bajamar.accountId],
    ])
    for (const q of ['(600) 12', '34-987', '600 12 34 987', '+34600', '001234', 'Bajamar Disc'])
      expect(await ids({ q }), q).toContain(made.id)
    for (const q of ['600 12 34 988', '-', '+']) expect(await ids({ q }), q).not.toContain(made.id)
    expect(ok(await staff.contacts.listContactChoices({})).tags).toEqual([
      { value: 'prensa', label: 'prensa' },
    ])
  })

  test('is for staff with the key; changing takes another', async () => {
    for (const who of ['label', 'analyst'] as const)
      expect(failureCode(await (await as(world.database, who)).contacts.listContacts({}))).toBe('forbidden')
    await world.database.query(`update person set permissions = '["contacts.viewcontacts"]' where id = $1`, [
      people.analyst.id,
    ])
    const viewer = await as(world.database, 'analyst')
    ok(await viewer.contacts.listContacts({}))
    expect(failureCode(await viewer.contacts.createContact({ name: 'x' }))).toBe('forbidden')
    expect(failureCode(await viewer.contacts.exportContacts({}))).toBe('forbidden')
  })
})

describe('a contact', () => {
  test('is made with the login of an invited person, and takes over who was written down before', async () => {
    const known = await make({ name: 'Nadia', email: 'nadia@sala.test', phone: '+34 600 111 222' })
    const artist = await as(world.database, 'artist')
    const portalId = portals.ninoLobo.id
    for (const email of ['nadia@sala.test', 'otra@sala.test'])
      ok(
        await artist.team.inviteMember({
          email,
          name: 'Nadia Sanz',
          portals: [{ portalId, role: 'Lector' }],
        }),
      )
    const staff = await manager()
    const found = ok(await staff.contacts.getContact({ contactId: known.id }))
    expect(found).toMatchObject({ name: 'Nadia Sanz', phone: '+34 600 111 222', pending: true })
    expect(found.portals).toHaveLength(1)
    expect(ok(await staff.contacts.listContacts({ q: 'otra@sala.test' })).total).toBe(1)
  })

  test('is edited from its version; name and address of a login are the person’s own', async () => {
    const staff = await manager()
    const contactId = await contactOf(people.lector.id)
    const { name, email, version } = ok(await staff.contacts.getContact({ contactId }))
    const draft = { contactId, name, email, phone: '600 000 000', tags: ['Giras', 'giras ', 'vip'] }
    const saved = ok(await staff.contacts.updateContact(draft, { version }))
    expect(saved).toMatchObject({ phone: '600 000 000', tags: ['giras', 'vip'], version: version + 1 })
    expect(failureCode(await staff.contacts.updateContact(draft, { version }))).toBe('stale')
    const renamed = await staff.contacts.updateContact(
      { ...draft, name: 'Otro', email: null },
      { version: saved.version },
    )
    expect(Object.keys(fields(renamed))).toEqual(['name', 'email'])
  })

  test('an address is one contact’s only, and nobody’s of the staff', async () => {
    const staff = await manager()
    await make({ name: 'Uno', email: 'Uno@Sala.test' })
    const twice = await staff.contacts.createContact({ name: 'Dos', email: 'uno@sala.test' })
    expect([failureCode(twice), Object.keys(fields(twice))]).toEqual(['contacts.emailKnown', ['email']])
    const member = await staff.contacts.createContact({ name: 'Dos', email: people.label.email })
    expect(failureCode(member)).toBe('contacts.emailKnown')
    const colleague = await staff.contacts.createContact({ name: 'Dos', email: people.analyst.email })
    expect(failureCode(colleague)).toBe('contacts.emailOfStaff')
  })

  test('keeps notes with their author, and every answer of consent', async () => {
    const staff = await manager()
    const { id: contactId } = await make({ name: 'Olga' })
    ok(await staff.contacts.addContactNote({ contactId, text: 'Llamar\nen junio' }))
    const at = '2026-05-31T10:00:00Z'
    ok(await staff.contacts.recordConsent({ contactId, kind: 'news', given: true, source: 'form', at }))
    expect(ok(await staff.contacts.listContacts({ consent: 'news' })).items.map(({ id }) => id)).toEqual([
      contactId,
    ])
    const found = ok(
      await staff.contacts.recordConsent({ contactId, kind: 'news', given: false, source: 'email' }),
    )
    expect(found.consents).toEqual([])
    expect(found.consentHistory.map(({ given, source }) => [given, source])).toEqual([
      [false, 'email'],
      [true, 'form'],
    ])
    expect(found.notes[0]).toMatchObject({ text: 'Llamar\nen junio', author: people.staff.name })
    const future = { contactId, kind: 'news' as const, given: true, source: 'form' as const }
    const refused = await staff.contacts.recordConsent({ ...future, at: '2999-01-01T00:00:00Z' })
    expect(Object.keys(fields(refused))).toEqual(['at'])
    const noteId = found.notes[0]?.id ?? ''
    expect(ok(await staff.contacts.deleteContactNote({ contactId, noteId })).notes).toEqual([])
    expect(failureCode(await staff.contacts.deleteContactNote({ contactId, noteId }))).toBe('notFound')
  })
})

describe('merging doubles', () => {
  test('one contact stays with what both had, the other as its history', async () => {
    const staff = await manager()
    const login = await contactOf(people.marketing.id)
    const double = await make({ name: people.marketing.name, phone: '600 333 444', tags: ['prensa'] })
    ok(await staff.contacts.addContactNote({ contactId: double.id, text: 'Del congreso' }))
    const before = ok(await staff.contacts.getContact({ contactId: login }))
    expect(before.doubles.map(({ id }) => id)).toEqual([double.id])
    const kept = ok(await staff.contacts.mergeContact({ contactId: login, doubleId: double.id }))
    expect(kept).toMatchObject({ phone: '600 333 444', tags: ['prensa'], personId: people.marketing.id })
    expect(kept.notes.map(({ text }) => text)).toEqual(['Del congreso'])
    expect(kept.merged.map(({ id }) => id)).toEqual([double.id])
    expect(failureCode(await staff.contacts.getContact({ contactId: double.id }))).toBe('notFound')
    expect(failureCode(await staff.contacts.mergeContact({ contactId: login, doubleId: double.id }))).toBe(
      'notFound',
    )
  })

  test('the login moves to the one that is kept; two logins are two people', async () => {
    const staff = await manager()
    const login = await contactOf(people.tech.id)
    const kept = await make({ name: 'Óscar', email: 'oscar@casa.test' })
    const merged = ok(await staff.contacts.mergeContact({ contactId: kept.id, doubleId: login }))
    expect(merged).toMatchObject({ personId: people.tech.id, email: people.tech.email })
    const other = await contactOf(people.lector.id)
    expect(failureCode(await staff.contacts.mergeContact({ contactId: kept.id, doubleId: other }))).toBe(
      'contacts.bothLogins',
    )
    const self = await staff.contacts.mergeContact({ contactId: kept.id, doubleId: kept.id })
    expect(failureCode(self)).toBe('invalidInput')
  })
})

describe('erasing a person', () => {
  test('takes login, data and mails; references stay, without a name', async () => {
    const staff = await manager()
    const editor = await as(world.database, 'editor')
    const link = { portalId: portals.hotelLevante.id, title: { es: 'Suyo' }, url: 'https://x.example' }
    const { id: linkId } = ok(await editor.links.createLink(link))
    const contactId = await contactOf(people.editor.id)
    ok(await staff.contacts.addContactNote({ contactId, text: 'Algo personal' }))
    const wrong = await staff.contacts.eraseContact({ contactId, name: 'Otra' })
    expect(Object.keys(fields(wrong))).toEqual(['name'])
    ok(await editor.account.session({}))
    // What they were answered is kept for a while, for a request that is sent again.
    const answers = () =>
      world.database.query('select 1 from idempotency_key where actor_id = $1', [people.editor.id])
    await world.database.query(
      `insert into idempotency_key (actor_id, operation, key, body_hash, answer) values ($1, 'links.createLink', 'k', '', $2)`,
      [people.editor.id, JSON.stringify({ title: 'Algo suyo' })],
    )
    expect(await answers()).not.toEqual([])
    const { name, email } = people.editor
    const erased = ok(await staff.contacts.eraseContact({ contactId, name }))
    expect(erased).toMatchObject({ name: '', email: null, personId: null, notes: [], portals: [] })
    expect(erased.erasedAt).not.toBeNull()
    expect(await answers()).toEqual([])
    expect(failureCode(await editor.account.session({}))).toBe('notSignedIn')
    expect(ok(await staff.contacts.listContacts({ q: name })).total).toBe(0)
    const [trace] = ok(await staff.activity.listActivity({ target: linkId })).items
    expect(trace?.actor).toEqual({ id: people.editor.id, name: null })
    for (const table of ['person', 'contact', 'contact_note', 'member', 'mail', 'session'])
      for (const text of [name, email, 'Algo personal']) {
        const found = await world.database.query(`select 1 from ${table} t where t::text like $1`, [
          `%${text}%`,
        ])
        expect([table, text, found]).toEqual([table, text, []])
      }
    expect(failureCode(await staff.contacts.eraseContact({ contactId, name: '' }))).toBe('notFound')
  })

  test('leaves nothing of a contact in the activity', async () => {
    const staff = await manager()
    const made = await make({ name: 'Secreta Persona', email: 'secreta@sala.test', phone: '611 222 333' })
    const draft = { contactId: made.id, name: 'Secreta Persona', email: 'otra@secreta.test' }
    ok(await staff.contacts.updateContact(draft, { version: made.version }))
    const rows = (await world.database.db.select().from(activity)).filter(
      ({ targetId }) => targetId === made.id,
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/secreta|222.?333|611.?222/i)
  })

  test('waits while a portal would lose its last Owner', async () => {
    const staff = await manager()
    const contactId = await contactOf(people.artist.id)
    const refused = await staff.contacts.eraseContact({ contactId, name: people.artist.name })
    expect(failureCode(refused)).toBe('team.lastOwner')
    ok(await (await as(world.database, 'artist')).account.session({}))
  })
})

test('a person taken out before they ever came stays as a contact without login', async () => {
  const artist = await as(world.database, 'artist')
  const portalId = portals.ninoLobo.id
  const invited = {
    email: 'nunca@sala.test',
    name: 'Nunca',
    portals: [{ portalId, role: 'Lector' as const }],
  }
  const { id: memberId } = ok(await artist.team.inviteMember(invited))
  const [newcomer] = await world.database.query<{ id: string }>('select id from person where email = $1', [
    invited.email,
  ])
  const contactId = await contactOf(newcomer?.id ?? '')
  expect(await artist.team.removeMember({ portalId, memberId })).toBeNull()
  const found = ok(await (await manager()).contacts.getContact({ contactId }))
  expect(found).toMatchObject({ name: 'Nunca', email: 'nunca@sala.test', personId: null, portals: [] })
  expect((await world.database.db.select().from(mail)).some(({ to }) => to === 'nunca@sala.test')).toBe(true)
})
