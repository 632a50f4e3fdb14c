import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { why } from '#testing/why.ts'
import { datesByLaw } from './fiscal-choices.ts'
import { readDates, writeDates } from './server/fiscal-dates.ts'

/** From which day on records have to be made: the law's, or what the provider says. */

const world = testDatabase()
const source = 'RD 1/2031'
const write = (company: string, person: string) =>
  inTrial(world.database, (tx) => writeDates(tx, { company, person, source }))
const read = () => inTrial(world.database, (tx) => readDates(tx))

test('it is the law’s until somebody says another, and none before the law was made', async () => {
  expect(await read()).toEqual(datesByLaw)
  const early = 'billing.fiscal.beforeTheLaw'
  expect(await why(write('2023-12-05', '2023-12-06'))).toEqual([`company ${early}`])
  expect(await why(write('2023-12-06', '2023-12-05'))).toEqual([`person ${early}`])
  expect(await why(write('2023-12-05', '2023-12-05'))).toEqual([`company ${early}`, `person ${early}`])
  expect(await read()).toEqual(datesByLaw)
  expect(await write('2023-12-06', '2027-07-01')).toEqual(datesByLaw)
  expect(await read()).toEqual({ company: '2023-12-06', person: '2027-07-01', source })
  expect(await write('2027-01-01', '2027-01-01')).toEqual({
    company: '2023-12-06',
    person: '2027-07-01',
    source,
  })
})
