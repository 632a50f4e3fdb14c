import { describe, expect, test } from 'vitest'
import { changeOf } from './server/answer.ts'
import { announcements, areaKeyOf, areasOf, byFigures, citiesOf } from './server/play-places.ts'

const row = (id: string, figure = 1) =>
  ({ id, visitors: figure, orders: figure * 10, netMicros: figure * 100, fans: figure * 1000 }) as never
const figures = (factor: number) => ({
  visitors: factor,
  orders: factor * 10,
  netMicros: factor * 100,
  fans: factor * 1000,
})

describe('places', () => {
  test('are cities, once however they are written', () => {
    const all = citiesOf([
      row('ES-B/Barcelona', 1),
      row('ES-B/BARCELONA', 2),
      row('FR/Paris', 4),
      row('FR/París', 8),
      row('FR', 16),
    ])
    expect(all.map(({ id, name, country }) => [id, name, country])).toEqual([
      ['ES-B/Barcelona', 'Barcelona', 'ES'],
      ['FR/Paris', 'Paris', 'FR'],
      ['FR', '', 'FR'],
    ])
    expect(all[0]).toMatchObject({ ...figures(3), names: ['Barcelona'], town: expect.anything() })
    expect(all[1]).toMatchObject({ ...figures(12), town: undefined })
  })

  test('are areas around the town that they go to', () => {
    const [near, far] = ['ES-B/Badalona', 'ES-B/Barcelona']
    expect(areaKeyOf(near)).toBe(areaKeyOf(far))
    expect(areaKeyOf('FR/París')).toBe(areaKeyOf('FR/Paris'))
    const all = areasOf([row(near, 1), row(far, 2), row(near, 4), row('PT/Porto', 8)])
    expect(all.map(({ name, country, names }) => [name, country, ...names])).toEqual([
      ['Barcelona', 'ES', 'Badalona', 'Barcelona'],
      ['Porto', 'PT', 'Porto'],
    ])
    expect(all[0]).toMatchObject({ ...figures(7), id: areaKeyOf(far) })
    expect(all[1]).toMatchObject({ ...figures(8), id: 'PT/Porto', town: undefined })
  })

  test('come by what they sold, then by who visited, then by fans', () => {
    const of = (id: string, netMicros: number, visitors = 0, fans = 0) =>
      ({ id, netMicros, visitors, fans }) as never
    const all = [of('d', 1), of('c', 1), of('b', 1, 0, 1), of('a2', 1, 1), of('a1', 2)]
    for (const some of [all, all.toReversed()])
      expect(some.toSorted(byFigures).map(({ id }) => id)).toEqual(['a1', 'a2', 'b', 'c', 'd'])
  })

  test('have what is announced there, and what is nearest', () => {
    const event = (
      city: string,
      startsAt: string,
      events = 1,
      country = 'ES',
      province: string | null = 'ES-B',
    ) => ({ country, province, city, name: `${city} ${startsAt}`, startsAt, events }) as never
    const all = [
      event('Barcelona', '2027-02'),
      event('BARCELONA', '2027-01', 2),
      event('Badalona', '2027-03'),
    ]
    const abroad = event('Paris', '2027-04', 1, 'FR', null)
    const { at, nearest } = announcements([...all, abroad], false)
    const [barcelona, badalona, paris, rome] = citiesOf([
      ...[row('ES-B/Barcelona'), row('ES-B/Badalona'), row('FR/París'), row('IT/Roma')],
    ]) as never[]
    expect(at(barcelona as never)).toMatchObject({ startsAt: '2027-01', events: 3 })
    expect(at(badalona as never)).toMatchObject({ startsAt: '2027-03', events: 1 })
    expect(at(paris as never)).toMatchObject({ startsAt: '2027-04' })
    expect(at(rome as never)).toBeUndefined()
    expect(nearest(badalona as never)).toMatchObject({ km: 0, of: { city: 'Badalona' } })
    expect(nearest(paris as never)).toBeUndefined()
    const areas = announcements(all, true)
    const [area] = areasOf([row('ES-B/Badalona')])
    expect(areas.at(area as never)).toMatchObject({ startsAt: '2027-01', events: 4 })
  })
})

test('a change is of what was there before, in hundredths of a per cent', () => {
  expect([changeOf(3, 2), changeOf(1, 3), changeOf(-1, -2), changeOf(0, 5), changeOf(5, 5)]).toEqual([
    ...[50, -66.67, 50, -100, 0],
  ])
  expect([
    changeOf(3, 0),
    changeOf(null, 3),
    changeOf(3, null),
    changeOf(undefined, 3),
    changeOf(3, undefined),
  ]).toEqual([...[null, null, null, null, null]])
})
