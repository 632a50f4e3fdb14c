import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const calendar = (event: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Gala\r\n${event}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
const looked = async (bytes: string | Uint8Array) => {
  const editor = await as(world.database, 'editor')
  const file = new File([bytes as BlobPart], 'gira.ics')
  const { rows } = ok(
    await editor.events.importEvents({ portalId: portals.hotelLevante.id, file, mode: 'check' }),
  )
  return rows[0]
}

test.each([
  'Mars/Olympus',
  'GMT+0200',
  // Of Windows, and not described in the file.
  'Pacific Standard Time',
  '/example.org/1/Nowhere',
])('a zone that nobody knows is said, and not taken for Madrid’s: %s', async (zone) => {
  for (const [name, event] of [
    ['startsAt', `DTSTART;TZID=${zone}:20270101T200000`],
    ['endsAt', `DTSTART:20270101T190000Z\r\nDTEND;TZID=${zone}:20270101T220000`],
  ] as const) {
    const row = await looked(calendar(event))
    expect(row?.errors[name]).toContain('zona horaria')
    expect(Object.keys(row?.errors ?? {})).toEqual([name])
  }
})

test.each([
  ['/mozilla.org/20050126_1/Europe/London', 'Europe/London', '2027-01-01T20:00:00.000Z'],
  [
    '/freeassociation.sourceforge.net/America/Argentina/Salta',
    'America/Argentina/Salta',
    '2027-01-01T23:00:00.000Z',
  ],
])('a zone behind a program’s own prefix is read: %s', async (zone, timeZone, startsAt) => {
  expect(await looked(calendar(`DTSTART;TZID=${zone}:20270101T200000`))).toMatchObject({
    ...{ timeZone, startsAt, errors: {} },
  })
})

test.each(['windows-1252', 'utf-16le'])('a calendar in %s keeps its accents', async (encoding) => {
  const text = calendar('DTSTART:20270101T190000Z\r\nLOCATION:Peñíscola')
  const row = await looked(iconv.encode(text, encoding, { addBOM: true }))
  expect([row?.where, row?.errors]).toEqual(['Peñíscola', {}])
})
