import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const eventFile = async (who: 'editor' | 'staff' | 'label', address: string) =>
  (await fileFor(world.database, people[who].id, address)).text()
beforeAll(() => world.database.query('delete from event'))
const portalId = portals.hotelLevante.id
const file = (text: string | Uint8Array, name = 'gira.csv') => new File([text as BlobPart], name)
const faults = (rows: { row: number; errors: Record<string, string> }[]) =>
  rows.map(({ row, errors }) => [row, Object.keys(errors)])

const calendar = (events: string, head = 'PRODID:-//Otro//ES') =>
  file(
    ['BEGIN:VCALENDAR', 'VERSION:2.0', head, events.trim(), 'END:VCALENDAR', '']
      .join('\r\n')
      .replace(/\r?\n/g, '\r\n'),
    'gira.ics',
  )

describe('events from a calendar', () => {
  test('keep their zone, their place and their tickets', async () => {
    const editor = await as(world.database, 'editor')
    const ics = calendar(`BEGIN:VTIMEZONE
TZID:Romance Standard Time
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010325T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:1
SUMMARY:Sala Apolo\\, noche larga
DTSTART;TZID=Atlantic/Canary:20270604T210000
DTEND;TZID=Atlantic/Canary:20270604T233000
LOCATION:Sala Apolo\\, Nou de la Rambla 113\\, Barcelona
URL:https://entradas.example/apolo
END:VEVENT
BEGIN:VEVENT
UID:2
SUMMARY:De Outlook
DTSTART;TZID=Romance Standard Time:20270704T200000
END:VEVENT
BEGIN:VEVENT
UID:3
SUMMARY:En hora universal
DTSTART:20270804T180000Z
STATUS:CANCELLED
END:VEVENT
BEGIN:VEVENT
UID:4
SUMMARY:Todos los lunes
DTSTART:20270804T180000Z
RRULE:FREQ=WEEKLY
END:VEVENT
BEGIN:VEVENT
UID:5
DTSTART;VALUE=DATE:20270904
END:VEVENT`)
    const checked = ok(await editor.events.importEvents({ portalId, file: ics, mode: 'check' }))
    expect(checked.created).toBe(0)
    expect(faults(checked.rows)).toEqual([
      [1, []],
      [2, []],
      [3, []],
      [4, ['startsAt']],
      [5, ['name']],
    ])
    expect(checked.rows.map(({ startsAt }) => startsAt)).toEqual([
      '2027-06-04T20:00:00.000Z',
      '2027-07-04T18:00:00.000Z',
      '2027-08-04T18:00:00.000Z',
      '2027-08-04T18:00:00.000Z',
      '2027-09-03T22:00:00.000Z',
    ])
    expect(ok(await editor.events.importEvents({ portalId, file: ics, mode: 'all' })).created).toBe(0)
    expect(ok(await editor.events.listPortalEvents({ portalId })).total).toBe(0)
    const made = ok(await editor.events.importEvents({ portalId, file: ics, mode: 'valid' }))
    expect(made.created).toBe(3)
    const [first, , third] = ok(await editor.events.listPortalEvents({ portalId })).items
    expect(first).toMatchObject({
      name: 'Sala Apolo, noche larga',
      timeZone: 'Atlantic/Canary',
      endsAt: '2027-06-04T22:30:00.000Z',
      venue: 'Sala Apolo',
      address: 'Nou de la Rambla 113',
      city: 'Barcelona',
      province: 'ES-B',
      tickets: [{ type: 'tickets', url: 'https://entradas.example/apolo', onSaleAt: null }],
      publication: 'draft',
    })
    expect(third).toMatchObject({ state: 'cancelled' })
    const again = ok(await editor.events.importEvents({ portalId, file: ics, mode: 'valid' }))
    expect(again.created).toBe(0)
    expect(again.rows[0]?.errors).toEqual({ name: 'Ya hay un evento con este nombre y esta hora.' })
  })

  test('a time that no clock and no calendar shows is said, and never rolls over into the next day', async () => {
    const editor = await as(world.database, 'editor')
    const event = (start: string, end = '') => [
      'BEGIN:VEVENT',
      'SUMMARY:Al filo',
      `DTSTART${start}`,
      ...(end ? [`DTEND${end}`] : []),
      'END:VEVENT',
    ]
    const events = [
      event(':20271208T235900', ':20271209T013000'),
      event(';VALUE=DATE:20271209'),
      event(':20271208T250000'),
      event(':20271208T250000Z'),
      event(':20271208T216000Z'),
      event(';VALUE=DATE:20270231'),
      event(':20271210T210000', ':20271210T250000'),
    ]
    const ics = calendar(events.flat().join('\n'))
    const { rows } = ok(await editor.events.importEvents({ portalId, file: ics, mode: 'check' }))
    expect(faults(rows)).toEqual([
      [1, []],
      [2, []],
      [3, ['startsAt']],
      [4, ['startsAt']],
      [5, ['startsAt']],
      [6, ['startsAt']],
      [7, ['endsAt']],
    ])
    expect(rows[2]?.errors.startsAt).toBe('La fecha no se entiende. Escríbela como 24/10/2026 21:00.')
    expect(rows.slice(2, 6).map(({ startsAt }) => startsAt)).toEqual([null, null, null, null])
  })

  test('what was exported comes in elsewhere as it was', async () => {
    const editor = await as(world.database, 'editor')
    const artist = await as(world.database, 'artist')
    const full = {
      portalId,
      name: 'Ida y vuelta',
      startsAt: '2028-06-04T20:00:00.000Z',
      endsAt: '2028-06-04T22:00:00.000Z',
      venue: 'Sala Moon',
      address: 'Calle San Vicente 200',
      city: 'València',
      province: 'Valencia',
      lineUp: ['Hotel Levante', 'Marea Honda'],
      tickets: [{ type: 'tickets' as const, url: 'https://entradas.example/x' }],
      publication: 'published' as const,
    }
    const made = ok(await editor.events.createEvent(full))
    const ics = await eventFile('editor', `/portal/${portalId}/events/calendar?q=Ida+y`)
    const csv = await eventFile('editor', `/portal/${portalId}/events/file?q=Ida+y`)
    for (const [one, other] of [
      [file(ics, 'all.ics'), portals.ninoLobo.id],
      [file(csv, 'all.csv'), portals.ninoLobo.id],
    ] as const) {
      const back = ok(
        await artist.events.importEvents({
          portalId: other,
          file: one,
          mode: 'all',
          publication: 'published',
        }),
      )
      expect(back).toMatchObject({ created: 1, rows: [{ errors: {} }] })
      const copy = ok(await artist.events.getEvent({ portalId: other, eventId: back.rows[0]?.eventId ?? '' }))
      const { id: _i, portalId: _p, portalName: _n, updatedAt: _u, ...rest } = made
      expect(copy).toMatchObject(rest)
      await artist.events.deleteEvent({ portalId: other, eventId: copy.id })
    }
  })
})

describe('events from a table', () => {
  const table = `Nombre;Fecha;Hora;Puertas;Fin;Ciudad;Provincia;Artistas;Entradas
Sala Capitol, noche larga;5/12/2027;21:00;20:00;2:00;Santiago;A Coruña;Uno | Dos;https://a.example/ https://b.example/
Sin fecha;;;;;Madrid;;;
Otra fecha;31/02/2027;21:00;;;Madrid;;;
Provincia rara;05/12/2027;21:00;;;Narnia;Narnia;;
=HYPERLINK("x");06/12/2027;21h30;;;Madrid;Madrid;;
Mala entrada;07/12/2027;;;;Madrid;Madrid;;javascript:alert(1)`

  test('are judged row by row, dates as people write them', async () => {
    const editor = await as(world.database, 'editor')
    const result = ok(await editor.events.importEvents({ portalId, file: file(table), mode: 'check' }))
    expect(faults(result.rows)).toEqual([
      [2, []],
      [3, ['startsAt']],
      [4, ['startsAt']],
      [5, ['province']],
      [6, []],
      [7, ['tickets']],
    ])
    const made = ok(await editor.events.importEvents({ portalId, file: file(table), mode: 'valid' }))
    expect(made.created).toBe(2)
    const eventId = made.rows[0]?.eventId ?? ''
    expect(ok(await editor.events.getEvent({ portalId, eventId }))).toMatchObject({
      startsAt: '2027-12-05T20:00:00.000Z',
      doorsAt: '2027-12-05T19:00:00.000Z',
      endsAt: '2027-12-06T01:00:00.000Z',
      province: 'ES-C',
      lineUp: ['Uno', 'Dos'],
      tickets: [{ url: 'https://a.example/' }, { url: 'https://b.example/' }],
    })
    expect(await eventFile('editor', `/portal/${portalId}/events/file`)).toContain(`'=HYPERLINK`)
  })

  test('an hour that no clock shows is said, and never rolls over into the next day', async () => {
    const editor = await as(world.database, 'editor')
    const rows = [
      ['Al filo', '8/12/2027', '23:59', '', ''],
      ['A las veinticuatro', '8/12/2027', '24:00', '', ''],
      ['A las veinticinco', '8/12/2027', '25:00', '', ''],
      ['Sesenta minutos', '8/12/2027', '21:60', '', ''],
      ['De una vez', '8/12/2027 25:00', '', '', ''],
      ['De una máquina', '2027-12-08T25:00', '', '', ''],
      ['Puertas', '8/12/2027', '21:00', '25:00', ''],
      ['Fin', '8/12/2027', '21:00', '', '25:00'],
    ]
    const head = ['Nombre', 'Fecha', 'Hora', 'Puertas', 'Fin']
    const expected = [
      [2, []],
      [3, ['startsAt']],
      [4, ['startsAt']],
      [5, ['startsAt']],
      [6, ['startsAt']],
      [7, ['startsAt']],
      [8, ['doorsAt']],
      [9, ['endsAt']],
    ]
    const csv = file([head, ...rows].map((row) => row.join(';')).join('\n'))
    const sheet = await writeXlsx({ sheets: [{ name: 'Gira', rows: [head, ...rows] }] })
    for (const each of [csv, file(sheet, 'gira.xlsx')]) {
      const checked = ok(await editor.events.importEvents({ portalId, file: each, mode: 'check' }))
      expect(faults(checked.rows)).toEqual(expected)
    }
  })

  test('a time that the clocks go forward over is told by its row', async () => {
    const editor = await as(world.database, 'editor')
    const rows = [
      ['Nombre', 'Fecha', 'Hora', 'Puertas', 'Fin', 'Zona'],
      ['Empieza', '28/3/2027', '02:30', '', '', ''],
      ['Con letras', '28 mar 2027', '2:30 h', '', '', ''],
      ['Puertas', '28/3/2027', '03:30', '02:30', '', ''],
      ['Acaba', '27/3/2027', '23:00', '', '28/3/2027 02:30', ''],
      ['Con letras y en Canarias', '28 mar 2027', '1:30 h', '', '', 'Atlantic/Canary'],
      ['En Canarias', '28/3/2027', '02:30', '', '', 'Atlantic/Canary'],
      ['Dos veces', '31/10/2027', '02:30', '', '', ''],
    ]
    const csv = file(rows.map((row) => row.join(';')).join('\n'))
    const checked = ok(await editor.events.importEvents({ portalId, file: csv, mode: 'check' }))
    expect(checked.rows.map(({ errors }) => Object.entries(errors))).toEqual([
      ...['startsAt', 'startsAt', 'doorsAt', 'endsAt', 'startsAt'].map((field) => [
        [field, expect.stringContaining('Esa hora no existe')],
      ]),
      ...[[], []],
    ])
  })

  test('days and hours are read as people keep lists of concerts', async () => {
    const editor = await as(world.database, 'editor')
    const rows = [
      ['Nombre', 'Fecha', 'Hora', 'Puertas', 'Fin'],
      ['Día de la semana', 'mar 7/12/2027', '21 h', '20h', '23:30 h'],
      ['Mes con letras', '7 dic 2027', '21:00h', '8:00 pm', '23.30'],
      ['Con todas las letras', 'martes, 7 de diciembre de 2027', '21:00', '20:00', '23:30'],
      // Excel keeps an hour as a part of a day.
      ['De hoja', new Date('2027-12-07T00:00:00Z'), 0.875, 20 / 24, 23.5 / 24],
    ]
    const columns = rows[0]?.map((_, at) => (at > 1 ? { numFmt: 'hh:mm' } : {})) ?? []
    const bytes = await writeXlsx({ sheets: [{ name: 'Gira', columns, rows }] })
    const judged = ok(
      await editor.events.importEvents({ portalId, file: file(bytes, 'gira.xlsx'), mode: 'all' }),
    )
    expect(faults(judged.rows)).toEqual([2, 3, 4, 5].map((row) => [row, []]))
    for (const { eventId } of judged.rows) {
      const { startsAt, doorsAt, endsAt } = ok(
        await editor.events.getEvent({ portalId, eventId: eventId ?? '' }),
      )
      expect([startsAt, doorsAt, endsAt].map((moment) => moment?.slice(0, 16))).toEqual(
        ['20:00', '19:00', '22:30'].map((hour) => `2027-12-07T${hour}`),
      )
    }
    await world.database.query('delete from event where id = any($1)', [
      judged.rows.map(({ eventId }) => eventId),
    ])
  })

  test('what ends in the morning ends at that hour, also in the nights in which clocks change', async () => {
    const editor = await as(world.database, 'editor')
    const table = `Nombre;Fecha;Hora;Fin;Zona horaria
Sala;27/03/2027;21:00;5:00;
Sala;30/10/2027;21:00;5:00;
Sala;27/03/2027;21:00;1:30;Atlantic/Canary
Sala;06/11/2027;21:00;3:00;America/New_York`
    const made = ok(await editor.events.importEvents({ portalId, file: file(table), mode: 'all' }))
    expect(faults(made.rows)).toEqual([2, 3, 4, 5].map((row) => [row, []]))
    const ends = []
    for (const { eventId } of made.rows)
      ends.push(ok(await editor.events.getEvent({ portalId, eventId: eventId ?? '' })).endsAt)
    // 5:00 in summer time, 5:00 in winter time, 1:30 that no clock there shows (2:30), and 3:00 after a night of 25 hours.
    expect(ends).toEqual([
      '2027-03-28T03:00:00.000Z',
      '2027-10-31T04:00:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-11-07T08:00:00.000Z',
    ])
    await world.database.query('delete from event where id = any($1)', [
      made.rows.map(({ eventId }) => eventId),
    ])
  })

  test('a workbook is as good as a CSV, its dates too', async () => {
    const editor = await as(world.database, 'editor')
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Gira',
          rows: [
            ['Name', 'Date', 'City'],
            ['De hoja', new Date('2028-01-02T20:30:00Z'), 'Cádiz'],
          ],
        },
      ],
    })
    const made = ok(
      await editor.events.importEvents({ portalId, file: file(bytes, 'gira.xlsx'), mode: 'all' }),
    )
    expect(made).toMatchObject({ created: 1, rows: [{ row: 2, startsAt: '2028-01-02T19:30:00.000Z' }] })
  })

  test('what is no such file is refused, and changes nothing', async () => {
    const editor = await as(world.database, 'editor')
    const before = ok(await editor.events.listPortalEvents({ portalId })).total
    const bad = [
      'just words',
      '',
      'BEGIN:VCALENDAR\nBEGIN:VEVENT',
      'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
      'name\0;date\n',
      new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]),
      `name;date\n${'x;1/1/2027\n'.repeat(600)}`,
    ]
    for (const text of bad)
      expect(failureCode(await editor.events.importEvents({ portalId, file: file(text), mode: 'all' }))).toBe(
        'invalidInput',
      )
    expect(ok(await editor.events.listPortalEvents({ portalId })).total).toBe(before)
    const lector = await as(world.database, 'lector')
    expect(failureCode(await lector.events.importEvents({ portalId, file: file(table), mode: 'all' }))).toBe(
      'forbidden',
    )
  })
})

describe('a calendar and a map of all portals', () => {
  test('staff see every portal, a label its own', async () => {
    const staff = await as(world.database, 'staff')
    const label = await as(world.database, 'label')
    const artist = await as(world.database, 'artist')
    const at = { startsAt: '2029-03-31T23:30:00.000Z', city: 'Madrid', province: 'Madrid' }
    ok(await artist.events.createEvent({ portalId: portals.ninoLobo.id, name: 'De Lobo', ...at }))
    ok(
      await artist.events.createEvent({
        portalId: portals.ninoLobo.id,
        name: 'De Luz',
        ...at,
        city: 'MADRID',
      }),
    )
    ok(await label.events.createEvent({ portalId, name: 'De Levante', ...at, city: 'madrid' }))
    const names = async (who: typeof staff, f: string, t: string) =>
      ok(await who.events.listEventDays({ f, t }))
        .items.map(({ name }) => name)
        .sort()
    expect(await names(staff, '2029-04-01', '2029-04-30')).toEqual(['De Levante', 'De Lobo', 'De Luz'])
    expect(await names(staff, '2029-03-01', '2029-03-31')).toEqual([])
    expect(await names(label, '2029-04-01', '2029-04-30')).toEqual(['De Levante'])
    const places = ok(await staff.events.listEventPlaces({ q: 'De L' })).items.filter(
      ({ city }) => city?.toLowerCase() === 'madrid',
    )
    expect(places).toMatchObject([{ province: 'ES-M', events: 3, portals: 2 }])
    expect(ok(await label.events.listEventPlaces({ q: 'De L' })).items).toMatchObject([{ events: 1 }])
    expect(ok(await label.events.listEventPlaces({ portal: portals.ninoLobo.id })).total).toBe(0)
    expect(await eventFile('staff', '/events/file?q=De+L')).toContain('Niño Lobo;De Lobo')
    expect((await eventFile('label', '/events/calendar?q=De+L')).match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })
})
