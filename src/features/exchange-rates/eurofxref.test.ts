import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { testDatabase } from '#testing/database.ts'
import { readEurofxref, type UnreadableRates } from './server/eurofxref.ts'
import { fetchRates, fileFor } from './server/fetch-rates.ts'
import { eurofxref } from './test-rates.ts'

const now = new Date('2026-11-20T17:00:00Z')
const refusal = (text: string) => {
  try {
    readEurofxref(text, now)
    return 'taken'
  } catch (error) {
    const { reason, found } = error as UnreadableRates
    return `${reason} ${found}`.trim()
  }
}

describe('a file of the European Central Bank', () => {
  test('is read with its days, whichever of the three it is', () => {
    const days = { '2026-11-20': { USD: '1.0821', JPY: '160.12' }, '2026-11-19': { USD: '1.08' } }
    expect(readEurofxref(eurofxref(days), now)).toEqual([
      { day: '2026-11-20', currency: 'USD', perEuro: '1.0821' },
      { day: '2026-11-20', currency: 'JPY', perEuro: '160.12' },
      { day: '2026-11-19', currency: 'USD', perEuro: '1.08' },
    ])
    // The bank writes its longer files with double quotes.
    expect(readEurofxref(eurofxref(days).replaceAll("'", '"'), now)).toHaveLength(3)
  })

  test('is read as CSV too: that of a day, with its month by name, and the history, with money that is no more', () => {
    const daily = 'Date, USD, JPY, \n20 November 2026, 1.0821, 160.12, \n'
    expect(readEurofxref(daily, now)).toEqual([
      { day: '2026-11-20', currency: 'USD', perEuro: '1.0821' },
      { day: '2026-11-20', currency: 'JPY', perEuro: '160.12' },
    ])
    const history = 'Date,USD,CYP,\n2026-11-20,1.0821,N/A,\r\n2007-12-28,1.4692,0.585274,\n'
    expect(readEurofxref(`\uFEFF${history}`, now)).toEqual([
      { day: '2026-11-20', currency: 'USD', perEuro: '1.0821' },
      { day: '2007-12-28', currency: 'USD', perEuro: '1.4692' },
      { day: '2007-12-28', currency: 'CYP', perEuro: '0.585274' },
    ])
  })

  test.each([
    ['nothing', '', 'notRates'],
    ['another table', 'Day,USD\n2026-11-20,1.08', 'notRates'],
    ['a table of no days', 'Date,USD\n', 'notRates'],
    ['a row with a cell more', 'Date,USD,\n2026-11-20,1.08,2.5,\n', 'notRates'],
    ['a table with a Sunday', 'Date,USD,\n2026-11-15,1.08,\n', 'badDay 2026-11-15'],
    ['a table with decimal commas', 'Date,USD,\n2026-11-20,"1', 'badRate USD "1'],
    [
      'a table that tells a rate twice',
      'Date,USD,\n2026-11-20,1.1,\n2026-11-20,1.2,\n',
      'badRate 2026-11-20 USD 1.2',
    ],
    ['an envelope without rates', eurofxref({}), 'notRates'],
    ['another day', eurofxref({ '2026-11-31': { USD: '1' } }), 'badDay 2026-11-31'],
    ['a day to come', eurofxref({ '2026-11-21': { USD: '1' } }), 'badDay 2026-11-21'],
    ['a day before the euro', eurofxref({ '1998-12-31': { USD: '1' } }), 'badDay 1998-12-31'],
    ['a rate of nothing', eurofxref({ '2026-11-20': { USD: '0.000' } }), 'badRate USD 0.000'],
    ['a rate with a comma', eurofxref({ '2026-11-20': { USD: '1,08' } }), 'badRate USD 1,08'],
    ['a rate below nothing', eurofxref({ '2026-11-20': { USD: '-1' } }), 'badRate USD -1'],
    [
      'a rate of nothing like money',
      eurofxref({ '2026-11-20': { CHF: '0.000000001' } }),
      'badRate CHF 0.000000001',
    ],
    ['a rate of the euro', eurofxref({ '2026-11-20': { EUR: '1.5' } }), 'badRate EUR 1.5'],
    ['a Saturday', eurofxref({ '2026-11-14': { USD: '1.5' } }), 'badDay 2026-11-14'],
    [
      'two rates of one day',
      eurofxref({ '2026-11-20': { USD: '1.5' } }).replace(
        '</Cube>',
        "<Cube currency='USD' rate='1.6'/></Cube>",
      ),
      'badRate 2026-11-20 USD 1.6',
    ],
    [
      'a rate in a comment',
      eurofxref({ '2026-11-20': { USD: '1' } }).replace('<Cube c', '<!-- <Cube c'),
      'notRates',
    ],
    [
      'a document type',
      eurofxref({ '2026-11-20': { USD: '1' } }).replace('<gesmes:E', '<!DOCTYPE x><gesmes:E'),
      'notRates',
    ],
    ['a file that was cut off', eurofxref({ '2026-11-20': { USD: '1' } }).slice(0, -40), 'notRates'],
    ['another name', eurofxref({ '2026-11-20': { usd: '1' } }), 'badRate usd 1'],
    ['a rate of no day', `<?xml version="1.0"?><Cube currency='USD' rate='1'/>`, 'notRates'],
    ['what never ends', `<?xml version="1.0"?>${'<Cube '.repeat(100_000)}`, 'notRates'],
    ['an entity', eurofxref({ '2026-11-20': { '&x;': '1' } }), 'badRate &x; 1'],
  ])('is refused for %s', (_, text, said) => expect(refusal(text)).toBe(said))
})

describe('what is fetched', () => {
  test.each([
    // Friday before and after the publication, the weekend, Monday.
    [null, '2026-11-20T12:00:00Z', 'eurofxref-hist.xml'],
    ['2026-11-19', '2026-11-20T12:00:00Z', undefined],
    ['2026-11-19', '2026-11-20T15:30:00Z', 'eurofxref-daily.xml'],
    ['2026-11-20', '2026-11-22T15:30:00Z', undefined],
    ['2026-11-20', '2026-11-23T15:30:00Z', 'eurofxref-daily.xml'],
    ['2026-11-18', '2026-11-20T15:30:00Z', 'eurofxref-hist-90d.xml'],
    ['2026-06-18', '2026-11-20T15:30:00Z', 'eurofxref-hist.xml'],
  ])('with %s known at %s: %s', (known, at, file) => expect(fileFor(known, new Date(at))).toBe(file))

  const world = testDatabase()
  test('leaves no gap, takes corrections over, and loses nothing when the bank does not answer', async () => {
    const files: Record<string, string> = {
      '/eurofxref-hist.xml': eurofxref({
        '2026-11-18': { USD: '1.07' },
        '2026-11-17': { USD: '1.06', GBP: '0.85' },
      }),
      '/eurofxref-hist-90d.xml': eurofxref({ '2026-11-20': { USD: '1.09' }, '2026-11-18': { USD: '1.08' } }),
    }
    const asked: string[] = []
    let status = 200
    const bank = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(status).end(status === 200 ? files[request.url ?? ''] : 'x')
    })
    await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
    const address = bank.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const fetch = (at: string) => fetchRates(world.database, log, url, new Date(at))
    const known = () =>
      world.database.query(
        'select currency, day::text, per_euro::text as rate from exchange_rate order by day, currency',
      )
    await fetch('2026-11-18T17:00:00Z')
    expect(await known()).toHaveLength(3)
    status = 503
    await fetch('2026-11-20T17:00:00Z')
    expect(lines.at(-1)).toContain('could not be fetched')
    expect(await known()).toHaveLength(3)
    status = 200
    await fetch('2026-11-20T17:00:00Z')
    await fetch('2026-11-20T18:00:00Z')
    expect(await known()).toEqual([
      { currency: 'GBP', day: '2026-11-17', rate: '0.85' },
      { currency: 'USD', day: '2026-11-17', rate: '1.06' },
      { currency: 'USD', day: '2026-11-18', rate: '1.08' },
      { currency: 'USD', day: '2026-11-20', rate: '1.09' },
    ])
    expect(asked).toEqual(['/eurofxref-hist.xml', '/eurofxref-hist-90d.xml', '/eurofxref-hist-90d.xml'])
    await fetchRates(world.database, log, '', new Date())
    expect(asked).toHaveLength(3)
    await new Promise((resolve) => bank.close(resolve))
  })
})
