import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { locales } from '#platform/constants.ts'
import { wordsIfAny } from '#platform/words.ts'
import { as, clientFor, cookieFor, inBrowser, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { actionKey } from './server/activity-words.ts'
import { tracedActions } from './server/traced-actions.ts'

const world = testDatabase()
const levante = portals.hotelLevante.id
const lobo = portals.ninoLobo.id
const draft = { title: { es: 'Entradas' }, url: 'https://entradas.example/gira' }

/** Somebody edits a link twice; answers its id. */
async function editLink(who: 'editor' | 'artist', portalId: string): Promise<string> {
  const person = await as(world.database, who)
  const { id: linkId, version } = ok(await person.links.createLink({ portalId, ...draft }))
  ok(
    await person.links.updateLink(
      { portalId, linkId, ...draft, title: { es: 'Entradas ya a la venta' }, visible: false },
      { version },
    ),
  )
  return linkId
}

test.each(locales)('every operation that leaves a trace has its words (%s)', (locale) => {
  const wordless = tracedActions().filter((action) => !wordsIfAny(actionKey(action), locale))
  expect(wordless).toEqual([])
})

describe('who reads what', () => {
  test('owners and label managers read their portals, nobody else’s', async () => {
    const [own, foreign] = [await editLink('editor', levante), await editLink('artist', lobo)]
    const label = await as(world.database, 'label')
    const { items } = ok(await label.activity.listActivity({}))
    expect(items.some(({ target }) => target?.id === own)).toBe(true)
    expect(items.some(({ target }) => target?.id === foreign)).toBe(false)
    expect(ok(await label.activity.listActivity({ portal: lobo })).total).toBe(0)
    expect(ok(await label.activity.listActivity({ target: foreign })).total).toBe(0)
    const choices = ok(await label.activity.listActivityChoices({}))
    expect(choices.portals.some(({ value }) => value === lobo)).toBe(false)
    expect(choices.people.some(({ value }) => value === people.artist.id)).toBe(false)
    const found = ok(await label.activity.listActivityChoices({ q: 'LEVANTE', person: people.editor.id }))
    expect(found.portals.map(({ value }) => value)).toEqual([levante])
    // Who is chosen is there whatever is looked for, but never who did nothing that one may read.
    expect(found.people.map(({ value }) => value)).toEqual([people.editor.id])
    const hidden = ok(await label.activity.listActivityChoices({ q: 'x', person: people.artist.id }))
    expect(hidden.people).toEqual([])
  })

  test('staff who see staff read all; other staff what they did themselves', async () => {
    const own = await editLink('editor', levante)
    const staff = await as(world.database, 'staff')
    expect(ok(await staff.activity.listActivity({ target: own })).total).toBe(2)
    const catalogue = await as(world.database, 'catalogue')
    expect(ok(await catalogue.activity.listActivity({ target: own })).total).toBe(0)
    expect(failureCode(await (await as(world.database, 'analyst')).activity.listActivity({}))).toBe(
      'forbidden',
    )
    expect(failureCode(await (await as(world.database, 'editor')).activity.listActivity({}))).toBe(
      'forbidden',
    )
  })

  test('a member who manages one portal and works in another reads the first', async () => {
    await world.database.query(
      `insert into member (portal_id, person_id, role) values ($1, $2, 'Lector') on conflict do nothing`,
      [levante, people.artist.id],
    )
    const own = await editLink('editor', levante)
    const cookie = await cookieFor(world.database, people.artist.id, lobo)
    const artist = clientFor(testApp(world.database), cookie)
    const { items } = ok(await artist.activity.listActivity({}))
    expect(items.some(({ target }) => target?.id === own)).toBe(false)
  })
})

describe('an entry', () => {
  test('says what was done, by whom, where, and what was before', async () => {
    const linkId = await editLink('editor', levante)
    const label = await as(world.database, 'label')
    const { items } = ok(await label.activity.listActivity({ target: linkId }))
    const [edit, create] = items
    expect(edit).toMatchObject({
      action: 'links.updateLink',
      summary: 'Enlace cambiado',
      actor: { id: people.editor.id, name: people.editor.name },
      onBehalfOf: null,
      portal: { id: levante, name: portals.hotelLevante.name },
      target: { id: linkId, name: 'Entradas ya a la venta' },
    })
    expect(edit?.changes).toEqual([
      { field: 'title.es', label: 'Título (es)', before: 'Entradas', after: 'Entradas ya a la venta' },
      { field: 'visible', label: 'Visible', before: 'sí', after: 'no' },
    ])
    expect(create?.summary).toBe('Enlace creado')
  })

  test('an invitation is read at each of its portals, and carries no address', async () => {
    const label = await as(world.database, 'label')
    const named = [levante, portals.claraVentisca.id].map((portalId) => ({ portalId, role: 'Tech' as const }))
    ok(await label.team.inviteMember({ email: 'nuevo@sala.test', name: 'Nuevo', portals: named }))
    for (const { portalId } of named) {
      const found = ok(await label.activity.listActivity({ portal: portalId, action: 'team.inviteMember' }))
      expect(found.items[0]).toMatchObject({ target: { name: 'Nuevo' }, portal: { id: portalId } })
      expect(JSON.stringify(found)).not.toContain('nuevo@sala.test')
    }
  })

  test('days count in Madrid, both included', async () => {
    const linkId = await editLink('editor', levante)
    const label = await as(world.database, 'label')
    const on = async (from: string, to: string) =>
      ok(await label.activity.listActivity({ target: linkId, from, to })).total
    const [row] = await world.database.query<{ day: string }>(
      `select (at at time zone 'Europe/Madrid')::date::text as day from activity where target_id = $1 limit 1`,
      [linkId],
    )
    const day = row?.day ?? ''
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    expect(await on(day, day)).toBe(2)
    expect(await on(before, before)).toBe(0)
  })
})

describe('the export', () => {
  const file = async (who: 'artist' | 'label' | 'lector', query: string) =>
    testApp(world.database).request(`/api/activity/export?${query}`, {
      headers: inBrowser(await cookieFor(world.database, people[who].id)),
    })

  test('is the same rows with a heading, and no cell starts a formula', async () => {
    const artist = await as(world.database, 'artist')
    const formula = { ...draft, title: { es: '=HYPERLINK("https://x")' } }
    const { id } = ok(await artist.links.createLink({ portalId: lobo, ...formula }))
    const answer = await file('artist', `target=${id}&locale=es`)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="actividad.csv"')
    const csv = await answer.text()
    const lines = csv.replace('\ufeff', '').trim().split('\n')
    expect(lines[0]).toBe('Cuándo;Quién;En nombre de;Portal;Acción;Sobre;Cambios;Dirección IP')
    expect(lines).toHaveLength(2)
    expect(csv).toContain(`'=HYPERLINK`)
  })

  test('is whole however long the log is, in its order', async () => {
    const linkId = await editLink('artist', lobo)
    // More than two batches of what it is read in.
    await world.database.query(
      `insert into activity (id, at, action, actor_id, portal_id, target_id, after)
       select gen_random_uuid(), a.at - make_interval(secs => n), a.action, a.actor_id, a.portal_id, a.target_id, a.after
       from activity a, generate_series(1, 2500) n where a.target_id = $1`,
      [linkId],
    )
    const lines = (await (await file('artist', `target=${linkId}`)).text()).trim().split('\n')
    expect(lines).toHaveLength(1 + 2 + 5000)
    const moments = lines.slice(1).map((line) => line.split(';')[0] ?? '')
    expect(moments).toEqual([...moments].sort().reverse())
  })

  test('is refused to who manages no portal', async () => {
    expect((await file('lector', '')).status).toBe(403)
  })
})
