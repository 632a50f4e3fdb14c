import { describe, expect, test } from 'vitest'
import { changeOf, failureCode } from '#client.ts'
import { activity } from '#platform/table.ts'
import { as, clientFor, cookieFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.hotelLevante.id
const draft = { title: { es: 'Entradas de la gira' }, url: 'https://entradas.example/gira' }

describe('links of a portal', () => {
  test('a new link comes last and has no clicks yet', async () => {
    const editor = await as(world.database, 'editor')
    const before = ok(await editor.links.listLinks({ portalId }))
    const created = ok(await editor.links.createLink({ portalId, ...draft }))
    const after = ok(await editor.links.listLinks({ portalId }))
    expect(after.total).toBe(before.total + 1)
    expect(after.items.at(-1)).toEqual(created)
    expect(created).toMatchObject({ ...draft, visible: true, clicks: 0, version: 1 })
  })

  test('whoever may not edit links changes nothing', async () => {
    const lector = await as(world.database, 'lector')
    const before = ok(await lector.links.listLinks({ portalId }))
    expect(failureCode(await lector.links.createLink({ portalId, ...draft }))).toBe('forbidden')
    expect(ok(await lector.links.listLinks({ portalId }))).toEqual(before)
  })

  test('every wrong field gets one message, in the language of the reader', async () => {
    const app = testApp(world.database)
    const cookie = await cookieFor(world.database, people.editor.id)
    const send = async (language: string) => {
      const response = await app.request(`/api/portal/${portalId}/link`, {
        method: 'POST',
        headers: { cookie, 'Content-Type': 'application/json', 'Accept-Language': language },
        body: JSON.stringify({ title: { es: '  ' }, url: 'javascript:alert(1)' }),
      })
      return { status: response.status, body: await response.json() }
    }
    expect(await send('es')).toEqual({
      status: 400,
      body: {
        error: {
          code: 'invalidInput',
          message: 'Hay datos que revisar.',
          fields: {
            'title.es': 'Este campo es obligatorio',
            url: 'Escribe una dirección entera, como https://ejemplo.es',
          },
        },
      },
    })
    expect((await send('en')).body.error.fields.url).toBe('Type a whole address, like https://example.com')
  })

  test.each([
    ['ninolobo.es/x', 'https://ninolobo.es/x'],
    ['hola@ninolobo.es', 'mailto:hola@ninolobo.es'],
    ['600 123 456', 'tel:600123456'],
  ])('«%s» is kept as what it leads to', async (url, kept) => {
    const editor = await as(world.database, 'editor')
    expect(ok(await editor.links.createLink({ portalId, ...draft, url })).url).toBe(kept)
  })

  test('an edit is held against the version that it starts from, where it says one', async () => {
    const editor = await as(world.database, 'editor')
    const { id: linkId, version } = ok(await editor.links.createLink({ portalId, ...draft }))
    const change = { portalId, linkId, ...draft, title: { es: 'Cambiado' } }
    const updated = ok(await editor.links.updateLink(change, { version }))
    expect(updated).toMatchObject({ title: { es: 'Cambiado' }, version: version + 1 })
    const late = await editor.links.updateLink(change, { version })
    expect(failureCode(late)).toBe('stale')
    expect(changeOf(late)).toMatchObject({ mine: true, name: null })
    // Who came first is said to whoever may know: a member to a member, the provider's people to each other.
    const label = await as(world.database, 'label')
    expect(changeOf(await label.links.updateLink(change, { version }))).toMatchObject({
      ...{ mine: false, name: people.editor.name },
    })
    const staff = await as(world.database, 'super')
    ok(await staff.links.updateLink({ ...change, title: { es: 'De la casa' } }, { version: version + 1 }))
    expect(changeOf(await label.links.updateLink(change, { version }))).toMatchObject({
      mine: false,
      name: null,
    })
    const again = ok(await editor.links.updateLink({ ...change, title: { es: 'Sin versión' } }))
    expect(again).toMatchObject({ title: { es: 'Sin versión' }, version: version + 3 })
    const reader = await as(world.database, 'super')
    const rows = ok(await reader.activity.listActivity({ target: linkId })).items
    expect(rows.map(({ uncompared }) => uncompared)).toEqual([true, false, false, false])
  })

  test('what an answer told may come back with the edit, as long as it is unchanged', async () => {
    const editor = await as(world.database, 'editor')
    const told = ok(await editor.links.createLink({ portalId, ...draft }))
    const send = (more: object) =>
      editor.links.updateLink({ ...told, portalId, linkId: told.id, ...more } as never)
    const saved = ok(await send({ title: { es: 'Devuelto entero' } }))
    expect(saved).toMatchObject({ title: { es: 'Devuelto entero' }, version: told.version + 1 })
    // Its version came back too, and is an old one now.
    expect(failureCode(await send({}))).toBe('stale')
    const refusal = await send({
      version: saved.version,
      position: 99,
      colour: 'red',
      title: { es: 'x', fr: 'y' },
    })
    expect(refusal).toMatchObject({
      error: {
        code: 'invalidInput',
        fields: {
          position: 'Este campo no se puede cambiar aquí',
          colour: 'Este campo no existe aquí',
          'title.fr': 'Este campo no existe aquí',
        },
      },
    })
  })

  test('a repeated create with the same key makes one link; another body is refused', async () => {
    const editor = await as(world.database, 'editor')
    const first = ok(await editor.links.createLink({ portalId, ...draft }, { idempotencyKey: 'k1' }))
    const again = ok(await editor.links.createLink({ portalId, ...draft }, { idempotencyKey: 'k1' }))
    expect(again).toEqual(first)
    const other = { portalId, ...draft, title: { es: 'Otro' } }
    expect(failureCode(await editor.links.createLink(other, { idempotencyKey: 'k1' }))).toBe(
      'idempotencyKeyReused',
    )
  })

  test('the order is saved for all links at once, or not at all', async () => {
    const editor = await as(world.database, 'editor')
    const { items } = ok(await editor.links.listLinks({ portalId }))
    const turned = items.map(({ id }) => ({ id })).reverse()
    const saved = ok(await editor.links.reorderLinks({ portalId, links: turned }))
    expect(saved.items.map(({ id }) => id)).toEqual(turned.map(({ id }) => id))
    expect(failureCode(await editor.links.reorderLinks({ portalId, links: turned.slice(1) }))).toBe(
      'invalidInput',
    )
    expect(ok(await editor.links.listLinks({ portalId })).items).toEqual(saved.items)
  })

  test('what became of the order, and which link was hidden, stands in the activity by its name', async () => {
    const artist = await as(world.database, 'artist')
    const own = portals.ninoLobo.id
    const { items } = ok(await artist.links.listLinks({ portalId: own }))
    const [first] = items
    const hide = items.map(({ id, visible }) => ({ id, visible: id === first?.id ? false : visible }))
    ok(await artist.links.reorderLinks({ portalId: own, links: hide }))
    ok(await artist.links.reorderLinks({ portalId: own, links: items.map(({ id }) => ({ id })).reverse() }))
    const [ordered, hidden] = ok(await artist.activity.listActivity({ portal: own })).items
    expect(hidden).toMatchObject({
      summary: 'Enlace oculto',
      target: { id: first?.id, name: first?.title.es },
      changes: [{ label: 'Visible', before: 'sí', after: 'no' }],
    })
    const names = items.map(({ title }) => title.es)
    expect(ordered).toMatchObject({
      summary: 'Enlaces ordenados',
      changes: [{ label: 'Orden', before: names.join(', '), after: names.reverse().join(', ') }],
    })
  })

  test('a link of another portal does not exist, and stays', async () => {
    const artist = await as(world.database, 'artist')
    const editor = await as(world.database, 'editor')
    const [foreign] = ok(await editor.links.listLinks({ portalId })).items
    const linkId = foreign?.id ?? ''
    expect(failureCode(await artist.links.deleteLink({ linkId }))).toBe('notFound')
    expect(failureCode(await artist.links.getLink({ portalId, linkId }))).toBe('notFound')
    expect(failureCode(await artist.links.getLink({ portalId: portals.ninoLobo.id, linkId }))).toBe(
      'notFound',
    )
    expect(ok(await editor.links.getLink({ portalId, linkId })).id).toBe(linkId)
  })

  test('deleting leaves one activity row with what it was', async () => {
    const editor = await as(world.database, 'editor')
    const { id: linkId } = ok(await editor.links.createLink({ portalId, ...draft }))
    expect(await editor.links.deleteLink({ linkId })).toBeNull()
    const entries = (await world.database.db.select().from(activity)).filter(
      (row) => row.targetId === linkId && row.action === 'links.deleteLink',
    )
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ actorId: people.editor.id, portalId, before: { url: draft.url } })
  })

  test('an end before its start is refused by the field', async () => {
    const editor = await as(world.database, 'editor')
    const result = await editor.links.createLink({
      portalId,
      ...draft,
      startsAt: '2026-11-20T10:00:00Z',
      endsAt: '2026-11-20T09:00:00Z',
    })
    expect(result).toMatchObject({
      error: { fields: { endsAt: 'El final tiene que ser posterior al inicio.' } },
    })
  })
})

test('nobody gets in without a session', async () => {
  const nobody = clientFor(testApp(world.database))
  expect(failureCode(await nobody.links.listLinks({ portalId }))).toBe('notSignedIn')
})
