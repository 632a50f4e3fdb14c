import { describe, expect, test } from 'vitest'
import { draftOf, isWritten, valuesOf } from './pages/event-values.ts'

const shown = (event: object | null) => valuesOf(event as Parameters<typeof valuesOf>[0])

describe('an event', () => {
  const texts = { venue: 'Teatro', address: 'Calle 1', city: 'Bogotá', province: 'C', country: 'CO' }
  const event = {
    ...{ name: 'Ida', kind: 'festival', ...texts, timeZone: 'America/Bogota', posterUrl: '/p.png' },
    ...{ startsAt: '2027-07-02T01:00:00.000Z', doorsAt: '2027-07-02T00:00:00.000Z' },
    ...{ endsAt: '2027-07-02T04:00:00.000Z', lineUp: ['Uno', 'Dos'], state: 'postponed' },
    ...{ publication: 'scheduled', publishAt: '2027-06-01T10:00:00.000Z' },
    tickets: [
      { type: 'tickets', url: 'https://t.example', onSaleAt: '2027-05-01T10:00:00.000Z' },
      { type: 'soldOut', url: null, onSaleAt: null },
    ],
  }

  test('is shown by the clock of its zone', () => {
    expect(shown(event)).toEqual({
      ...{ name: 'Ida', kind: 'festival', ...texts, timeZone: 'America/Bogota', posterUrl: '/p.png' },
      ...{ startsAt: '2027-07-01T20:00', doorsAt: '2027-07-01T19:00', endsAt: '2027-07-01T23:00' },
      ...{ lineUp: 'Uno\nDos', state: 'postponed', publication: 'scheduled', publishAt: '2027-06-01T05:00' },
      tickets: [
        { type: 'tickets', url: 'https://t.example', onSaleAt: '2027-05-01T05:00' },
        { type: 'soldOut', url: '', onSaleAt: '' },
      ],
    })
    expect(shown(null)).toEqual({
      ...{ name: '', kind: 'concert', venue: '', address: '', city: '', province: '', country: 'ES' },
      ...{ timeZone: 'Europe/Madrid', startsAt: '', doorsAt: '', endsAt: '', lineUp: '', posterUrl: null },
      ...{ tickets: [], publication: 'draft', publishAt: '', state: 'scheduled' },
    })
  })

  test('is sent as it is shown', () => {
    const values = shown(event)
    expect(draftOf(values)).toEqual(event)
    expect(draftOf({ ...values, publication: 'published' }).publishAt).toBeNull()
  })

  test.each<[boolean, Parameters<typeof isWritten>[0]]>([
    [true, { type: 'free', url: '', onSaleAt: '' }],
    [true, { type: 'soldOut', url: '', onSaleAt: '' }],
    [true, { type: 'tickets', url: 'u', onSaleAt: '' }],
    [true, { type: 'tickets', url: '', onSaleAt: '2027-05-01T10:00' }],
    [false, { type: 'tickets', url: ' ', onSaleAt: '' }],
  ])('has a way in that says something: %s, %o', (says, way) => {
    expect(isWritten(way)).toBe(says)
    expect(draftOf({ ...shown(null), tickets: [way] }).tickets).toHaveLength(says ? 1 : 0)
  })
})
