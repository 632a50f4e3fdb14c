import { expect, test } from 'vitest'
import { clock, dateParts, localMoment, otherActs, ownName } from './event-words.ts'

const at = { city: 'Santiago de Compostela', venue: 'Sala Capitol' }

test.each([
  ['Niño Lobo en Santiago de Compostela', undefined],
  ['nino lobo @ Sala Capitol', undefined],
  ['Niño Lobo', undefined],
  ['Niño Lobo: Gira de la marea', 'Gira de la marea'],
  ['Niño Lobo - Gira de la marea', 'Gira de la marea'],
  ['Gira de la marea', 'Gira de la marea'],
  ['Niño Loboratorio', 'Niño Loboratorio'],
  ['Festival de Santiago de Compostela', 'Festival de Santiago de Compostela'],
])('%s is called %s beside its city and its artist', (name, own) => {
  expect(ownName({ name, ...at }, 'Niño Lobo')).toBe(own)
})

test('who else plays is everybody but the artist, however it is written', () => {
  expect(otherActs({ lineUp: ['NINO LOBO', 'Vera Cantil'] }, 'Niño Lobo')).toEqual(['Vera Cantil'])
})

test('times are those of the place', () => {
  const event = {
    startsAt: '2031-07-04T20:30:00.000Z',
    timeZone: 'Atlantic/Canary',
    kind: 'concert' as const,
  }
  expect(clock(event.startsAt, event, 'es')).toBe('21:30')
  expect(clock(event.startsAt, { ...event, kind: 'online' }, 'en')).toMatch(/^21:30 \S+/)
  expect(dateParts(event, 'es')).toEqual({ weekday: 'vie', day: '4', month: 'jul', year: '2031' })
  expect(localMoment(event.startsAt, 'Atlantic/Canary')).toBe('2031-07-04T21:30:00+01:00')
  expect(localMoment('2031-01-04T20:30:00.500Z', 'America/St_Johns')).toBe('2031-01-04T17:00:00-03:30')
  expect(localMoment('2031-01-04T23:30:00Z', 'Europe/Madrid')).toBe('2031-01-05T00:30:00+01:00')
})
